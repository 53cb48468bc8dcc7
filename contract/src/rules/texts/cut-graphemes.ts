import { cutText } from '../text.ts';

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' });

/** The first `max` code points, or fewer: a flag, a family or an accent is not cut in half. */
export function cutGraphemes(text: string, max: number): string {
  const cut = cutText(text, max);
  if (cut.length === text.length) return text;
  const start = graphemes.segment(text).containing(cut.length)?.index ?? 0;
  // One grapheme may be longer than the limit.
  return start === 0 ? cut : text.slice(0, start);
}
