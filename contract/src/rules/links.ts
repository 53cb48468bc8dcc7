import { limits } from './limits.ts';
import { codePoints, cutText } from './text.ts';

const bareDomain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,63}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/**
 * A link as stored: `http(s)://…` stays, a bare domain or `www.…` gets `https://`. Null if it is not a link:
 * another scheme, user info, spaces or control characters, over 2048 characters.
 */
export function normaliseLink(input: string): string | null {
  const text = input.trim();
  if (text === '' || text.length > limits.linkLength || /[\s\p{C}\\]/u.test(text)) return null;
  const withScheme = /^https?:\/\//i.test(text) ? text : bareDomain.test(text) ? `https://${text}` : null;
  if (withScheme === null) return null;
  const url = URL.parse(withScheme);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  return withScheme.length <= limits.linkLength ? withScheme : null;
}

const twitterHosts = new Set(['twitter.com', 'x.com']);

export function isTwitterLink(link: string): boolean {
  const host = URL.parse(link)?.hostname.replace(/^(?:www|mobile)\./, '');
  return host !== undefined && twitterHosts.has(host);
}

export function linkHost(link: string): string {
  return URL.parse(link)?.hostname.replace(/^www\./, '') ?? '';
}

/** Never shortens the host: readers judge a link by it. */
export function shortLink(link: string): string {
  const host = linkHost(link);
  const rest = link.replace(/^[^/]+\/\/[^/?#]*\/?$|^[^/]+\/\/[^/?#]*/, '');
  return host + (codePoints(rest) > 20 ? `${cutText(rest, 20)}…` : rest);
}
