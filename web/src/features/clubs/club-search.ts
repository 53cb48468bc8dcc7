import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { clubDivisions, type ClubDivision } from '../../../../contract/src/rules/clubs/club-forms.ts';
import { withoutApostrophes } from '../../../../contract/src/rules/texts/apostrophes.ts';
import { foldLetters } from '../../../../contract/src/rules/texts/fold-letters.ts';

export type ClubGroup = { readonly division: ClubDivision; readonly clubs: readonly Club[] };

export function searchClubs(clubs: readonly Club[], text: string): ClubGroup[] {
  const prefix = foldName(text);
  const matches = clubs.filter(
    ({ name, short, place, aliases }) =>
      prefix === '' || [name, short, place, ...aliases].some((word) => hasStart(foldName(word), prefix)),
  );
  return clubDivisions.flatMap((division) => {
    const ofDivision = matches.filter((club) => club.division === division);
    return ofDivision.length === 0 ? [] : [{ division, clubs: ofDivision }];
  });
}

// 'Newell’s' is also typed 'Newell's' and 'Newells', and 'Dep. Madryn' without its point.
function foldName(text: string): string {
  return foldLetters(withoutApostrophes(text.replaceAll('.', '')));
}

// At the start of a word: 'central' finds 'Rosario Central', 'entral' nothing.
function hasStart(name: string, prefix: string): boolean {
  return (
    name.startsWith(prefix) ||
    (/[ (]/.test(name) && [' ', '('].some((before) => name.includes(before + prefix)))
  );
}
