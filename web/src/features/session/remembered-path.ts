import { returnPath } from '../../../../contract/src/rules/return-path.ts';

/**
 * The path that a sign-in leads to, from the guard or from a link of a public page (`volver`); null for none.
 * Unchecked: `returnPath` does that.
 */
export function rememberedPath(): string | null {
  const from = (history.state as { from?: unknown } | null)?.from;
  return typeof from === 'string' ? from : new URLSearchParams(location.search).get('volver');
}

/** Links between sign-in and sign-up keep `from`, the path to return to. */
export function entryAddress(path: '/ingresar' | '/registrar', from = rememberedPath()): string {
  return from === null ? path : `${path}?volver=${encodeURIComponent(from)}`;
}

/** The sign-in that leads back `here`, a path of this site with its search. */
export function signInAddress(here: string): string {
  const from = returnPath(here);
  // A sign-in leads to the feed anyway, and its own screen is no place to return to.
  return entryAddress('/ingresar', from === '/feed' ? rememberedPath() : from);
}
