/** The paths that need a session. All others are public or redirect to /feed. */
const memberPath =
  /^\/(?:feed|bienvenida|buscar|clubes|club\/[\w-]{1,64}|tema\/(?:\w|%[89A-Fa-f][\dA-Fa-f]){1,450}|p\/[\w-]{1,64}|perfil(?:\/@?[\w.-]{1,64})?|@[\w.-]{1,64}|guardados|editar(?:-perfil)?|cuenta|silenciados|notificaciones|admin(?:\/(?:ads|reportes))?)\/?$/;

/** The page in `from` that somebody wanted to read; null for the feed and for what is of one account. */
export function readPath(from: string | null | undefined): string | null {
  const path = returnPath(from);
  return /^\/(?:@|(?:p|perfil|club|tema)\/)/.test(path) ? path : null;
}

/** An allow-list on the normalised path: patterns on the raw text would let `/p/..//host` through. */
export function returnPath(from: string | null | undefined): string {
  const url = URL.parse(from ?? '', 'http://tablon.invalid');
  // Without the slash, `@handle` could be parsed as user info before another host.
  const isPath = from?.startsWith('/') === true;
  const isOurs =
    isPath && url?.host === 'tablon.invalid' && url.href.length < 512 && memberPath.test(url.pathname);
  return isOurs ? url.pathname + url.search : '/feed';
}
