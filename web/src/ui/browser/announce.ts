import { createStore } from '../../state/create-store.ts';

/** The live regions of the open modal dialogs, that of the top one last. All else is inert, #announcer too. */
export const modalRegions = createStore<readonly HTMLElement[]>([]);

let filled: HTMLElement | null = null;
let cleaning: ReturnType<typeof setTimeout> | undefined;

/** In the top dialog, or in the live region of index.html, which exists from the start. */
export function announce(text: string): void {
  // Screen readers announce a repeated text only if the region was empty in between.
  clean();
  setTimeout(() => {
    clean();
    // Not before: a dialog may close with its outcome.
    filled = modalRegions.read().at(-1) ?? document.getElementById('announcer');
    filled?.append(text);
  }, 50);
  clearTimeout(cleaning);
  cleaning = setTimeout(clean, 5000);
}

/** The `ref` of a modal dialog's live region, which stays empty for React. */
export function modalRegion(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined;
  modalRegions.write([...modalRegions.read(), region]);
  return () => modalRegions.write(modalRegions.read().filter((other) => other !== region));
}

function clean(): void {
  filled?.replaceChildren();
}
