import { ignoreMissingChunk } from './ui/browser/chunks.ts';

let looking = false;

/** Where a part of the program does not come, finds out whether the site was replaced; call once. */
export function watchMissingPrograms(): void {
  addEventListener('vite:preloadError', () => {
    // What looks into it may be missing as well.
    if (looking) return;
    looking = true;
    void import('./keep-app.ts')
      .then(({ recoverProgram }) => recoverProgram())
      .catch(ignoreMissingChunk)
      .finally(() => {
        looking = false;
      });
  });
}
