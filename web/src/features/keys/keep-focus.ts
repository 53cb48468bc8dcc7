import { isShown } from '../../ui/browser/is-shown.ts';

/**
 * One observer for the whole page: an action that removes the focused row or button, or disables the button,
 * would leave the focus on the body. After a row it goes to the next one, else the previous one, else the
 * heading. After a button it goes to the control before in a form, to what came in its place, to its row, or to
 * the tab or heading above; after sending to the text box.
 */
export function keepFocus(): void {
  let focus: Element | null = null;
  let path = '';
  /** The place of the focus of somebody who retries. */
  let retrying: Element | null = null;
  addEventListener('focusin', ({ target }) => {
    focus = target as Element;
    path = location.pathname;
    retrying = null;
  });
  const observer = new MutationObserver((records) => {
    const now = document.activeElement;
    // Another screen focuses its own title.
    if (!focus || path !== location.pathname || (now !== document.body && now !== focus)) return;
    const again = now === retrying ? failureIn(records) : undefined;
    if (again) again.focus({ preventScroll: true });
    else if (!focus.isConnected) {
      const isRetry = focus.matches('[role=alert] button');
      focusNear(focus, records);
      if (isRetry) retrying = document.activeElement;
    } else if (focus.matches(':disabled')) focusBox(focus);
  });
  const attributes = { attributes: true, attributeFilter: ['disabled'] };
  observer.observe(document.body, { childList: true, subtree: true, ...attributes });
}

// The link around an avatar is hidden from screen readers.
const stops = ':is(a[href], button:not(:disabled)):not([aria-hidden=true])';

function focusNear(element: Element, records: readonly MutationRecord[]): void {
  const row = element.closest('article, li');
  const isRow = row !== null && !row.isConnected;
  const lost = isRow ? row : element;
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
  if (!record) return;
  const place = record.target as Element;
  if (isRow) {
    const near = rowInstead(row, record);
    if (!near || !focusRow(near)) focusHeading(partAround(place));
    return;
  }
  const form = place.closest('form');
  if (form) return focusControl(form, record);
  // A person who is typing must press nothing.
  const successor = element.matches('button, a') ? stopIn(place, records) : undefined;
  if (successor) return successor.focus();
  const near = place.closest('article, li') ?? rowBeside(record);
  if (near && focusRow(near)) return;
  const tab = place.closest('[role=tabpanel]')?.getAttribute('aria-labelledby');
  const part = partAround(place);
  if (tab) document.getElementById(tab)?.focus({ preventScroll: true });
  // A menu or a dialog that closes gives the focus back by itself.
  else if (part) focusHeading(part);
}

function partAround(place: Element): Element | null {
  return place.closest(':is(section, main, [role=dialog]):has(h1, h2)');
}

/** In what came together with the removal, as the replies that a button opened. */
function stopIn(place: Element, records: readonly MutationRecord[]): HTMLElement | undefined {
  if (!place.closest('main')) return undefined;
  const news = records.flatMap(({ addedNodes }) => [...addedNodes]);
  return [...place.querySelectorAll<HTMLElement>(`article[tabindex], ${stops}`)].find((stop) =>
    news.some((node) => node.contains(stop)),
  );
}

/** The button to retry once more. */
function failureIn(records: readonly MutationRecord[]): HTMLElement | undefined {
  const news = records.flatMap(({ addedNodes }) => [...addedNodes]);
  return [...document.querySelectorAll<HTMLElement>('[role=alert] button')].find((button) =>
    news.some((node) => node.contains(button)),
  );
}

/** The next row, else the last one. */
function rowInstead(row: Element, { target, previousSibling }: MutationRecord): Element | undefined {
  const place = target as Element;
  const before = previousSibling ?? place;
  const rows = [...(place.closest('[role=feed], ul, ol')?.querySelectorAll(row.localName) ?? [])];
  const next = rows.find(
    (candidate) => before.compareDocumentPosition(candidate) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return next ?? rows.at(-1);
}

/** The last row above a button that loaded the rest of a list. */
function rowBeside({ previousSibling: list }: MutationRecord): Element | undefined {
  if (!(list instanceof Element) || !list.matches('[role=feed], ul, ol')) return undefined;
  return [...list.querySelectorAll('article, li')].at(-1);
}

/** The control before what was removed, else the first one. */
function focusControl(form: Element, { target, previousSibling }: MutationRecord): void {
  const controls = [...form.querySelectorAll<HTMLElement>(':is(button, input, textarea):enabled')];
  const isBefore = (control: Element) =>
    previousSibling?.contains(control) ||
    (previousSibling ?? target).compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING;
  const visibleControls = controls.filter(isShown);
  const control = visibleControls.findLast(isBefore) ?? visibleControls[0];
  const isText = control?.matches('textarea, [type=text]');
  // A tap must not open a phone's keyboard.
  if (!isText || 'keys' in document.documentElement.dataset) control?.focus();
}

function focusRow(row: Element): boolean {
  const stop = row.matches('[tabindex]') ? row : row.querySelector(stops);
  if (!(stop instanceof HTMLElement)) return false;
  stop.focus({ preventScroll: true });
  return true;
}

function focusHeading(part: Element | null): void {
  const heading = (part ?? document).querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

// Not after a tap: it would open a phone's keyboard above the post that was sent.
function focusBox(button: Element): void {
  const box = button.closest('form')?.querySelector('textarea');
  if (box?.value === '' && 'keys' in document.documentElement.dataset) box.focus();
}
