/** What an address of the site shows. */
export type Reported = { postId: string } | { uid: string } | { handle: string };

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The post or profile that an address of our own site shows, or null. The address may come as people copy it: without
 * its scheme, or the path alone. `siteUrl` is the site's public address.
 */
export function reportedAt(address: string, siteUrl: string): Reported | null {
  const site = new URL(siteUrl);
  const typed = address.trim();
  const hasPlace = /^(?:https?:\/)?\//i.test(typed);
  const url = URL.parse(hasPlace ? typed : `http://${typed}`, siteUrl);
  if (!url || !isSameHost(url, site)) return null;
  const [, postId, uid, handle] =
    /^\/(?:p\/([\w-]{1,64})|perfil\/(?:([\w-]{1,64})|@([\w.]{1,64})))\/?$/.exec(url.pathname) ?? [];
  if (postId !== undefined) return { postId };
  if (uid !== undefined) return { uid };
  return handle === undefined ? null : { handle };
}

// http or https is the same site; on one's own machine it also has several names.
function isSameHost(url: URL, site: URL): boolean {
  if (url.hostname === site.hostname) return portOf(url) === portOf(site);
  return loopback.test(url.hostname) && loopback.test(site.hostname) && portOf(url) === portOf(site);
}

// A public site answers at the ports of its scheme, and at no other.
function portOf({ port }: URL): string {
  return port === '80' || port === '443' ? '' : port;
}
