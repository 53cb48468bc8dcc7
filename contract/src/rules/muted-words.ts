import { cleanLine } from './clean-text.ts';
import { codePoints } from './text.ts';
import { foldWords } from './texts/fold-words.ts';

/** Whether a text, folded by `foldWords`, contains one of the words. */
export type WordMatch = (folded: string) => boolean;

export function mutedWordProblem(input: string, max: number): string | null {
  const word = foldWords(cleanLine(input));
  if (!/[\p{L}\p{N}\p{S}]/u.test(word)) return 'Escribí una palabra, una frase o un emoji.';
  return codePoints(word) > max ? `La palabra supera los ${max} caracteres.` : null;
}

export function mutedWords(input: readonly string[]): string[] {
  return [...new Set(input.map((word) => foldWords(cleanLine(word))))];
}

/** A matcher for whole words and phrases from `mutedWords`; null for an empty list. */
export function wordMatch(words: readonly string[]): WordMatch | null {
  if (words.length === 0) return null;
  const all = words.map((word) => ({ word: withFlagsApart(word), whole: wholeWord(word) }));
  const hasFlags = words.some((word) => flag.test(word));
  return (folded) => {
    const text = hasFlags ? withFlagsApart(folded) : folded;
    // Most texts contain none of the words: do the cheap test first.
    return all.some(({ word, whole }) => text.includes(word) && whole.test(text));
  };
}

const letter = '[\\p{L}\\p{N}_]';
const special = /[\\^$.*+?()[\]{}|/]/g;
const joiner = '\\u200D';
const flag = /\p{RI}/u;

// A flag is a pair of letters. Separators keep a match from spanning two flags or covering half of one.
function withFlagsApart(text: string): string {
  return text.replace(/\p{RI}{1,2}/gu, '\u0002$&\u0002');
}

// 'boca' matches '#boca' and 'boca!', but not 'bocado' or '@boca'; '#boca' matches only the hashtag.
function wholeWord(word: string): RegExp {
  const exact = withFlagsApart(word).replace(special, '\\$&');
  return new RegExp(`${before(word)}${exact}${after(word)}`, 'u');
}

function before(word: string): string {
  if (/^[#@]/.test(word)) return `(?<!${letter})`;
  // An emoji inside a joined sequence does not match.
  return /^[\p{L}\p{N}_]/u.test(word) ? `(?<!${letter}|@)` : `(?<!${joiner})`;
}

function after(word: string): string {
  if (word.startsWith('@')) return `(?![.-]*${letter})`;
  return /[\p{L}\p{N}_]$/u.test(word) ? `(?!${letter})` : `(?!${joiner})`;
}
