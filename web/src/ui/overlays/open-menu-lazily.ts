import { runLazily } from './run-lazily.ts';

/** The browser itself closes an open menu. */
export function openMenuLazily(
  button: HTMLButtonElement,
  open: (button: HTMLButtonElement) => Promise<void>,
): void {
  if (!button.popoverTargetElement) void runLazily(() => open(button));
}
