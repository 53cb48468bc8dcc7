import { nextTab } from '../../ui/next-tab.ts';

/**
 * Leaves three tab stops in a post: itself, one of its controls (the '⋯' first) and one of its actions; a
 * cover's button is a fourth. Runs before the browser moves the focus, so a long feed pays nothing for it.
 */
export function settleStops(target: Element): void {
  const post = postAround(target);
  if (!post) return;
  leaveOne(actionsOf(post));
  // On its own page every control is a stop.
  if (post.matches('[role=feed] [tabindex]')) leaveOne(controlsOf(post));
}

export function moveInside(target: Element, key: string): boolean {
  const post = postAround(target);
  if (!post) return false;
  const groups = [actionsOf(post), post.matches('[role=feed] [tabindex]') ? controlsOf(post) : []];
  const group = groups.find((item) => item.includes(target as HTMLElement)) ?? [];
  const next = nextTab(
    group.map((_, i) => `${i}`),
    `${group.indexOf(target as HTMLElement)}`,
    key,
  );
  const control = next === null ? undefined : group[Number(next)];
  if (!control) return false;
  for (const item of group) item.tabIndex = item === control ? 0 : -1;
  control.focus();
  return true;
}

/** Null in a dialog that the post opened: it has the focus to itself. */
export function postAround(target: Element): Element | null {
  const part = target.closest('article, dialog');
  return part?.localName === 'article' ? part : null;
}

function leaveOne(group: readonly HTMLElement[]): void {
  const open = group.filter((item) => item.tabIndex >= 0);
  const stop =
    group.find((item) => item === document.activeElement) ??
    (open.length === 1
      ? open[0]
      : group.find((item) => item.ariaHasPopup === 'menu' && !item.closest('[role=toolbar]'))) ??
    group[0];
  for (const item of group) item.tabIndex = item === stop ? 0 : -1;
}

function actionsOf(post: Element): HTMLElement[] {
  return [...post.querySelectorAll<HTMLElement>('[role=toolbar] button')];
}

function controlsOf(post: Element): HTMLElement[] {
  const all = post.querySelectorAll<HTMLElement>('a:not([aria-hidden]), button:not(:disabled)');
  return [...all].filter((control) => !control.closest('[role=toolbar], [data-cover]'));
}
