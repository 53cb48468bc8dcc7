/**
 * One observer for the whole page: an action that removes the focused row or disables the focused button
 * would leave the focus on the body. It goes to the next row, else the previous one, else the heading; after
 * sending, to the text box.
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
  if (!row) return;
  if (row.isConnected) return focusRow(row);
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(row)));
  if (!record) return;
  const place = record.target as Element;
  const before = record.previousSibling ?? place;
  const rows = [...(place.closest('[role=feed], ul, ol')?.querySelectorAll(row.localName) ?? [])];
  const next = rows.find(
    (candidate) => before.compareDocumentPosition(candidate) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const near = next ?? rows.at(-1);
  if (near) focusRow(near);
  else focusHeading(place.closest(':is(section, main):has(h1, h2)'));
}

function focusRow(row: Element): void {
  // The link around an avatar is hidden from screen readers.
  const stops = ':is(a[href], button:not(:disabled)):not([aria-hidden=true])';
  const stop = row.matches('[tabindex]') ? row : row.querySelector(stops);
  if (stop instanceof HTMLElement) stop.focus({ preventScroll: true });
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
