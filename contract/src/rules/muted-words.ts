import { cleanLine } from './clean-text.ts';
import { codePoints } from './text.ts';
import { foldApostrophes } from './texts/apostrophes.ts';
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
  // Earlier versions stored most apostrophes as they were typed, and one alone hides nothing.
  const all = words
    .map(foldApostrophes)
    .filter((word) => word !== "'")
    .map((word) => ({ word: withFlagsApart(word), starts: startOf(word), ends: endOf(word) }));
  const hasFlags = words.some((word) => flag.test(word));
  return (folded) => {
    const text = hasFlags ? withFlagsApart(folded) : folded;
    return all.some((word) => isWhole(word, text));
  };
}

/** Whether a word may begin, or end, at this place of a text. */
type Edge = (text: string, at: number) => boolean;

// No regular expression per word: making a hundred of them takes a fiftieth of a second.
function isWhole({ word, starts, ends }: { word: string; starts: Edge; ends: Edge }, text: string): boolean {
  // In one run of letters it begins at most once.
  const isOncePerRun = isLetterAt(word, 0);
  for (let at = text.indexOf(word); at >= 0;) {
    if (starts(text, at) && ends(text, at + word.length)) return true;
    at = text.indexOf(word, isOncePerRun ? endOfRun(text, at) : at + 1);
  }
  return false;
}

const run = /[\p{L}\p{N}_]+/uy;

function endOfRun(text: string, at: number): number {
  run.lastIndex = at;
  run.test(text);
  return Math.max(run.lastIndex, at + 1);
}

const joiner = '\u200D';
const flag = /\p{RI}/u;

// A flag is a pair of letters. Separators keep a match from spanning two flags or covering half of one.
function withFlagsApart(text: string): string {
  return text.replace(/\p{RI}{1,2}/gu, '\u0002$&\u0002');
}

// 'boca' matches '#boca' and 'boca!', but not 'bocado' or '@boca'; '#boca' matches only the hashtag.
function startOf(word: string): Edge {
  if (/^[#@]/.test(word)) return (text, at) => !isLetterBefore(text, at);
  // An emoji inside a joined sequence does not match.
  if (!isLetterAt(word, 0)) return (text, at) => text[at - 1] !== joiner;
  return (text, at) => text[at - 1] !== '@' && !isLetterBefore(text, at);
}

function endOf(word: string): Edge {
  if (word.startsWith('@')) return (text, at) => !isLetterAt(text, afterDots(text, at));
  if (!isLetterBefore(word, word.length)) return (text, at) => text[at] !== joiner;
  return (text, at) => !isLetterAt(text, at);
}

function afterDots(text: string, from: number): number {
  let at = from;
  while (text[at] === '.' || text[at] === '-') at++;
  return at;
}

const letter = /[\p{L}\p{N}_]/u;
const asciiLetters = Array.from({ length: 128 }, (_, unit) => letter.test(String.fromCharCode(unit)));

function isLetterAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 128) return asciiLetters[unit] === true;
  return letter.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function isLetterBefore(text: string, at: number): boolean {
  const unit = text.charCodeAt(at - 1);
  if (unit < 128) return asciiLetters[unit] === true;
  const isHalf = unit >= 0xdc00 && unit <= 0xdfff;
  return isLetterAt(text, at - (isHalf ? 2 : 1));
}
