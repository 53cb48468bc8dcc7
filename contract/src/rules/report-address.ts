export type ContentRef = { postId: string; commentId?: string } | { uid: string } | { handle: string };

/**
 * Accepts URLs of this site as people copy them: without a scheme, or only the path. `?comentario=` names a
 * comment of the post. Null for any other.
 */
export function contentAt(address: string, siteUrl: string): ContentRef | null {
  const site = new URL(siteUrl);
  const input = address.trim();
  const isAbsolute = /^(?:https?:\/)?\//i.test(input);
  const url = URL.parse(isAbsolute ? input : `http://${input}`, siteUrl);
  if (!url || !isSameHost(url, site)) return null;
  const [, postId, uid, handle] =
    /^\/(?:p\/([\w-]{1,64})|perfil\/([\w-]{1,64})|(?:perfil\/)?@([\w.-]{1,64}))\/?$/.exec(
      // Some apps encode the @ of a link.
      url.pathname.replace('%40', '@'),
    ) ?? [];
  if (postId !== undefined) return postOrComment(postId, url.searchParams.get('comentario'));
  if (uid !== undefined) return { uid };
  return handle === undefined ? null : { handle };
}

/** The host name of a URL, with the brackets of an IPv6 address. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function postOrComment(postId: string, commentId: string | null): ContentRef | null {
  if (commentId === null) return { postId };
  return /^[\w-]{1,64}$/.test(commentId) ? { postId, commentId } : null;
}

// http and https are the same site; a local site also has several host names.
function isSameHost(url: URL, site: URL): boolean {
  if (url.hostname === site.hostname) return portOf(url) === portOf(site);
  return isLoopbackHost(url.hostname) && isLoopbackHost(site.hostname) && portOf(url) === portOf(site);
}

// A public site uses only the default ports.
function portOf({ port }: URL): string {
  return port === '80' || port === '443' ? '' : port;
}
