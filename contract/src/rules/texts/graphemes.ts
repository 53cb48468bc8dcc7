import { cutText } from '../text.ts';

// Firefox has it since 125.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('es', { granularity: 'grapheme' }) : undefined;

/** The characters as people count them: a flag, a family or an accented letter is one. */
export function graphemes(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

/** The first `max` code points, or fewer: no grapheme is cut in half. */
export function cutGraphemes(text: string, max: number): string {
  const cut = cutText(text, max);
  if (cut.length === text.length) return text;
  const start = segmenter?.segment(text).containing(cut.length)?.index;
  // One grapheme may be longer than the limit.
  return text.slice(0, start ?? cut.length) || cut;
}
