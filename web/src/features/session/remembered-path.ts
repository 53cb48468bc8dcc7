/**
 * Where this visit is to lead after a sign-in: remembered by the guard, or named by a link of a page that was read
 * without an account. Null for nowhere. It is not checked: `returnPath` does that.
 */
export function rememberedPath(): string | null {
  const from = (history.state as { from?: unknown } | null)?.from;
  return typeof from === 'string' ? from : new URLSearchParams(location.search).get('volver');
}

/** The address of a way in that leads to `from` afterwards; between the ways in it stays the same. */
export function wayInAddress(path: '/ingresar' | '/registrar', from = rememberedPath()): string {
  return from === null ? path : `${path}?volver=${encodeURIComponent(from)}`;
}
