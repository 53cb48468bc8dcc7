import { ignoreMissingChunk } from './ui/browser/chunks.ts';

let isChecking = false;

/** Checks for a redeployment when a chunk fails to load. Call once. */
export function watchMissingChunks(): void {
  addEventListener('vite:preloadError', () => {
    // The chunk that checks may be missing as well.
    if (isChecking) return;
    isChecking = true;
    void import('./background-work.ts')
      .then(({ recoverFromMissingChunk }) => recoverFromMissingChunk())
      .catch(ignoreMissingChunk)
      .finally(() => {
        isChecking = false;
      });
  });
}
