import { linkHost, splitText } from '../../../../../contract/src/rules/links.ts';
import { codePoints, cutText } from '../../../../../contract/src/rules/text.ts';

/** A text for the eye alone: nobody can follow its links, so they need not be whole. */
export type StoryWords = { text: string; accents: ReadonlySet<string> };

const longest = 26;

/** The words of a post with its addresses shortened; `accents` are these and the mentions. */
export function storyWords(text: string): StoryWords {
  const accents = new Set<string>();
  const shown = splitText(text).map((part) => {
    if (part.kind === 'text') return part.text;
    const short = part.kind === 'url' ? shortAddress(part.href) : part.text;
    accents.add(short);
    return short;
  });
  return { text: shown.join(''), accents };
}

/** Where a link leads and the beginning of its path: 'ole.com.ar/futbol-primera/una-di…'. */
export function shortAddress(link: string): string {
  const url = URL.parse(link);
  const path = url ? url.pathname + url.search : '';
  const whole = linkHost(link) + (path === '/' ? '' : path);
  return codePoints(whole) > longest ? `${cutText(whole, longest - 1)}…` : whole;
}
