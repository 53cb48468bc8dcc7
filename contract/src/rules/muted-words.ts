import { cleanLine } from './clean-text.ts';
import { codePoints } from './text.ts';

/** Whether a text, folded by `foldWords`, holds one of the words. */
export type WordMatch = (folded: string) => boolean;

/**
 * A text as words are looked for in it: lower-case, without accents (but ñ is a letter of its own), letters in fancy
 * shapes as plain ones, emoji without skin tones, invisible characters gone, one blank between words.
 */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<!n)\u0303|[^\P{M}\u0303]|\p{Emoji_Modifier}|[\u00AD\u200B\u200C\u2060\uFEFF]/giu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** What is wrong with a word or phrase that somebody wants to mute, or null. `max` counts code points. */
export function mutedWordProblem(typed: string, max: number): string | null {
  const word = foldWords(cleanLine(typed));
  if (!/[\p{L}\p{N}\p{S}]/u.test(word)) return 'Escribí una palabra, una frase o un emoji.';
  return codePoints(word) > max ? `La palabra supera los ${max} caracteres.` : null;
}

/** Words as they are kept: folded, each once, in their order. */
export function mutedWords(typed: readonly string[]): string[] {
  return [...new Set(typed.map((word) => foldWords(cleanLine(word))))];
}

/** Looks for whole words and phrases, as `mutedWords` gives them. Null when there are none. */
export function wordMatch(words: readonly string[]): WordMatch | null {
  if (words.length === 0) return null;
  const all = words.map((word) => ({ word, whole: wholeWord(word) }));
  // Most texts hold none of the words: the cheap look comes first.
  return (folded) => all.some(({ word, whole }) => folded.includes(word) && whole.test(folded));
}

const letter = '[\\p{L}\\p{N}_]';
const special = /[\\^$.*+?()[\]{}|/]/g;
const joiner = '\\u200D';
// Two letters make a flag: a flag begins after whole ones.
const flagBegins = '(?<=(?:^|\\P{RI})(?:\\p{RI}{2})*)';

// 'boca' is in '#boca' and in 'boca!', but not in 'bocado' nor in '@boca'; '#boca' only where it is a hashtag.
function wholeWord(word: string): RegExp {
  return new RegExp(`${before(word)}${word.replace(special, '\\$&')}${after(word)}`, 'u');
}

function before(word: string): string {
  if (/^\p{RI}/u.test(word)) return flagBegins;
  if (/^[#@]/.test(word)) return `(?<!${letter})`;
  // Of an emoji that is joined from several, none stands alone.
  return /^[\p{L}\p{N}_]/u.test(word) ? `(?<!${letter}|@)` : `(?<!${joiner})`;
}

function after(word: string): string {
  if (word.startsWith('@')) return `(?![.-]*${letter})`;
  return /[\p{L}\p{N}_]$/u.test(word) ? `(?!${letter})` : `(?!${joiner})`;
}
