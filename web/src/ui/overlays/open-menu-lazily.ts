import { openLazily } from './run-lazily.ts';

export type OpenMenu = (button: HTMLButtonElement) => void;

/** The browser itself closes an open menu. */
export function openMenuLazily(button: HTMLButtonElement, load: () => Promise<OpenMenu>): void {
  if (button.popoverTargetElement) return;
  openLazily(load, (open) => {
    // The card may have left the list.
    if (button.isConnected) open(button);
  });
}
