/**
 * One observer for the whole page: an action that removes the focused row or button, or disables the button,
 * would leave the focus on the body. It goes to the next row, else the previous one, else the heading; in a
 * form to the control before, and after sending to the text box.
 */
export function keepFocus(): void {
  let focus: Element | null = null;
  let path = '';
  addEventListener('focusin', ({ target }) => {
    focus = target as Element;
    path = location.pathname;
  });
  const observer = new MutationObserver((records) => {
    const now = document.activeElement;
    // Another screen focuses its own title.
    if (!focus || path !== location.pathname || (now !== document.body && now !== focus)) return;
    if (!focus.isConnected) focusNear(focus, records);
    else if (focus.matches(':disabled')) focusBox(focus);
  });
  const attributes = { attributes: true, attributeFilter: ['disabled'] };
  observer.observe(document.body, { childList: true, subtree: true, ...attributes });
}

function focusNear(element: Element, records: readonly MutationRecord[]): void {
  const row = element.closest('article, li');
  if (row?.isConnected) return void focusRow(row);
  const lost = row ?? element;
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
  if (!record) return;
  const place = record.target as Element;
  const form = row ? null : place.closest('form');
  if (form) return focusControl(form, record);
  const near = row ? rowInstead(row, record) : rowBeside(record);
  if (near && focusRow(near)) return;
  const part = place.closest(':is(section, main, [role=dialog]):has(h1, h2)');
  const tab = row ? null : place.closest('[role=tabpanel]')?.getAttribute('aria-labelledby');
  if (tab) document.getElementById(tab)?.focus({ preventScroll: true });
  // A menu or a dialog that closes gives the focus back by itself.
  else if (row || part) focusHeading(part);
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

/** The last row above a button that loaded the rest of a list, or the first one of a list that it loaded. */
function rowBeside({ target, previousSibling }: MutationRecord): Element | undefined {
  const list = [...(target as Element).children].find((child) => child.matches('[role=feed], ul, ol'));
  const rows = [...(list?.querySelectorAll('article, li') ?? [])];
  return previousSibling === list ? rows.at(-1) : rows[0];
}

/** The control before what was removed, else the first one. */
function focusControl(form: Element, { target, previousSibling }: MutationRecord): void {
  const controls = [...form.querySelectorAll<HTMLElement>(':is(button, input, textarea):enabled')];
  const isBefore = (control: Element) =>
    previousSibling?.contains(control) ||
    (previousSibling ?? target).compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING;
  const visibleControls = controls.filter((control) => control.checkVisibility());
  const control = visibleControls.findLast(isBefore) ?? visibleControls[0];
  const isText = control?.matches('textarea, [type=text]');
  // A tap must not open a phone's keyboard.
  if (!isText || 'keys' in document.documentElement.dataset) control?.focus();
}

function focusRow(row: Element): boolean {
  // The link around an avatar is hidden from screen readers.
  const stops = ':is(a[href], button:not(:disabled)):not([aria-hidden=true])';
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
