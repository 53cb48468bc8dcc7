/** From a part that is about to go. Another field, to which its user has gone on meanwhile, keeps the focus. */
export function returnFocus(from: HTMLElement | null, to: HTMLElement | null): void {
  const { activeElement: now } = document;
  if (now === null || now === document.body || from?.contains(now)) to?.focus();
}
