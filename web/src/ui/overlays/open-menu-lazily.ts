import { runLazily } from './run-lazily.ts';

/** Opens a menu whose code is loaded on first use. The browser itself closes one that is open. */
export function openMenuLazily(
  button: HTMLButtonElement,
  open: (button: HTMLButtonElement) => Promise<void>,
): void {
  if (!button.popoverTargetElement) void runLazily(() => open(button));
}
