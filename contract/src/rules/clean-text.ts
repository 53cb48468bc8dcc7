import { limits } from './limits.ts';
import { cutText, isBlank } from './text.ts';

// Word processors copy a line break within a paragraph as U+000B or U+2028.
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
// C0 and C1 controls except line feed, and noncharacters.
// oxlint-disable-next-line no-control-regex -- removes control characters
const unprintable = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\p{NChar}]/gu;
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g;
const markPile = /(\p{M}{8})\p{M}+/gu;

/**
 * A text as stored: line feeds only, tabs as spaces, NFC, trimmed, no control characters, lone surrogates or
 * noncharacters, at most 8 combining marks in a row. Empty if nothing in it is visible. Bound the length
 * first: normalising piles of marks is quadratic.
 */
export function cleanText(input: string): string {
  const text = input
    .toWellFormed()
    .replaceAll('\uFFFD', '')
    .replace(lineBreaks, '\n')
    .replaceAll('\t', ' ')
    .replace(unprintable, '')
    .replace(markPile, '$1')
    .normalize('NFC')
    .trim();
  return isBlank(text) ? '' : text;
}

/** A one-line text as stored, such as a display name: cleanText with single plain spaces, no bidi controls. */
export function cleanLine(input: string): string {
  return cleanText(input.replace(bidiControls, '')).replace(/\s+/g, ' ');
}

/** A bio as stored: cleanText without bidi controls, which would reverse the text around it. */
export function cleanBio(input: string): string {
  return cleanText(input.replace(bidiControls, ''));
}

export function commentText(input: string): string {
  const text = cutText(cleanText(input), limits.commentText).trimEnd();
  return isBlank(text) ? '' : text;
}
