import { linkHost } from '../../../../../contract/src/rules/links.ts';
import { codePoints, cutText } from '../../../../../contract/src/rules/text.ts';
import { splitText } from '../../../../../contract/src/rules/texts/split-text.ts';

export type StoryWords = { text: string; accents: ReadonlySet<string> };

const longest = 26;

/** Shortens addresses for display; `accents` are these and the mentions. */
export function storyWords(text: string): StoryWords {
  const accents = new Set<string>();
  const words = splitText(text).map((part) => {
    if (part.kind === 'text') return part.text;
    const short = part.kind === 'url' ? shortAddress(part.href) : part.text;
    accents.add(short);
    return short;
  });
  return { text: words.join(''), accents };
}

/** The host and the start of the path: 'ole.com.ar/futbol-primera/una-di…'. */
export function shortAddress(link: string): string {
  const url = URL.parse(link);
  const path = url ? url.pathname + url.search : '';
  const whole = linkHost(link) + (path === '/' ? '' : path);
  return codePoints(whole) > longest ? `${cutText(whole, longest - 1)}…` : whole;
}
