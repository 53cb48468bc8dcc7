import { isShown } from '../browser/is-shown.ts';

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]';

type TabKey = { key: string; shiftKey: boolean; currentTarget: HTMLElement; preventDefault: () => void };

/**
 * For `onKeyDown` of a modal: Tab wraps around inside it. The browser by itself would include its own
 * toolbar.
 */
export function keepFocusInside(event: TabKey): void {
  if (event.key !== 'Tab') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (part) => part.tabIndex >= 0 && isShown(part),
  );
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  const now = document.activeElement;
  if (now !== from && event.currentTarget.contains(now) && now !== event.currentTarget) return;
  event.preventDefault();
  to?.focus();
}
