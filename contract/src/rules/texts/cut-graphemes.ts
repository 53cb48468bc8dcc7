import { cutText } from '../text.ts';

// Firefox has it since 125.
const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('es', { granularity: 'grapheme' }) : undefined;

/** The first `max` code points, or fewer: a flag, a family or an accent is not cut in half. */
export function cutGraphemes(text: string, max: number): string {
  const cut = cutText(text, max);
  if (cut.length === text.length) return text;
  const start = graphemes?.segment(text).containing(cut.length)?.index;
  // One grapheme may be longer than the limit.
  return text.slice(0, start ?? cut.length) || cut;
}
