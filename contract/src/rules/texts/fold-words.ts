import { foldApostrophes } from './apostrophes.ts';
import { foldLetters } from './fold-letters.ts';

/** Folds a text for the muted words and the search: its letters, and all apostrophes to one. */
export function foldWords(text: string): string {
  // Before letters are folded, which leaves a space of this accent.
  return foldApostrophes(foldLetters(text.replaceAll('´', "'")));
}
