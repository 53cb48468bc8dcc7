/** By key: the start of its button's accessible name. */
const buttons: Readonly<Record<string, string>> = {
  l: 'Me gusta',
  c: 'Comentar',
  r: 'Repost',
  q: 'Citar',
  g: 'Guardar',
  s: 'Guardar',
};

const chordMs = 1000;
let lastG = -chordMs;

export function stepPost(by: 1 | -1): boolean {
  const posts = [...document.querySelectorAll<HTMLElement>('main [role=feed] article[tabindex]')];
  const at = posts.findIndex((post) => post.contains(document.activeElement));
  const next =
    at >= 0 ? posts[at + by] : by > 0 ? posts.find(isBelowTop) : posts.findLast((p) => !isBelowTop(p));
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'start' });
  return posts.length > 0;
}

export function pressOnPost(key: string): boolean {
  const name = buttons[key];
  const post =
    document.activeElement?.closest('article') ??
    document.querySelector('main article:not([role=feed] article)');
  const button = name && post?.querySelector<HTMLElement>(`[role=toolbar] [aria-label^="${name}"]`);
  if (!button) return false;
  // 'g s' saves once, as 'g' alone does.
  const endsChord = key === 's' && performance.now() - lastG < chordMs;
  if (key === 'g') lastG = performance.now();
  if (!endsChord) button.click();
  return true;
}

function isBelowTop(post: HTMLElement): boolean {
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return post.getBoundingClientRect().top >= bar;
}
