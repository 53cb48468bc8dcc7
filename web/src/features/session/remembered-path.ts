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
