import { limits } from './limits.ts';
import { codePoints, cutText } from './text.ts';

const bareDomain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,63}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/**
 * A link as stored: `http(s)://…` stays, a bare domain or `www.…` gets `https://`. Null if it is not a link: another
 * scheme, user info, spaces or control characters, over 2048 characters.
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

/** Whether a link without a preview gets the generic X card ('Publicación en X', no image). */
export function isTwitterLink(link: string): boolean {
  const host = URL.parse(link)?.hostname.replace(/^(?:www|mobile)\./, '');
  return host !== undefined && twitterHosts.has(host);
}

/** The host on a link card, without `www.`; '' if `link` is not a URL. */
export function linkHost(link: string): string {
  return URL.parse(link)?.hostname.replace(/^www\./, '') ?? '';
}

/** A link as a text shows it: its host and 20 characters more, so that the host is always read whole. */
export function shortLink(link: string): string {
  const host = linkHost(link);
  const rest = link.replace(/^[^/]+\/\/[^/?#]*\/?$|^[^/]+\/\/[^/?#]*/, '');
  return host + (codePoints(rest) > 20 ? `${cutText(rest, 20)}…` : rest);
}

/** A part of a post's text. A URL in the text has no card. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'url'; text: string; href: string }
  | { kind: 'mention'; text: string; handle: string };

const token = /https?:\/\/[^\s<>"]+|(?<![\w@./])www\.[^\s<>"]+|(?<![\w@./-])@[a-zA-Z0-9._-]{3,20}/g;

/** Splits a text into plain parts, URLs and mentions, in order; joined, they give the input. */
export function splitText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const plain = (to: number) => {
    if (to > end) parts.push({ kind: 'text', text: text.slice(end, to) });
  };
  for (const match of text.matchAll(token)) {
    // Trailing punctuation is not part of the link or mention.
    const found = match[0].replace(/[.,;:!?)\]}'»…-]+$/, '');
    const part = found.startsWith('@') ? mentionPart(found) : urlPart(found);
    if (!part) continue;
    plain(match.index);
    parts.push(part);
    end = match.index + found.length;
  }
  plain(text.length);
  return parts;
}

/** A text for display where its links cannot be followed: each is shown short. */
export function withShortLinks(text: string): string {
  return splitText(text)
    .map((part) => (part.kind === 'url' ? shortLink(part.href) : part.text))
    .join('');
}

function mentionPart(text: string): TextPart | null {
  const handle = text.slice(1).toLowerCase();
  return handle.length < limits.handleMin ? null : { kind: 'mention', text, handle };
}

function urlPart(text: string): TextPart | null {
  const href = normaliseLink(text);
  return href === null ? null : { kind: 'url', text, href };
}
