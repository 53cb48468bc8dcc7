import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { clubDivisions, type ClubDivision } from '../../../../contract/src/rules/clubs/club-forms.ts';
import { foldWords } from '../../../../contract/src/rules/muted-words.ts';

export type ClubGroup = { readonly division: ClubDivision; readonly clubs: readonly Club[] };

/** The clubs that contain what is typed in their name, short name, place or an alias, by division. */
export function searchClubs(clubs: readonly Club[], typed: string): ClubGroup[] {
  const wanted = foldWords(typed);
  const found = clubs.filter(
    ({ name, short, place, aliases }) =>
      wanted === '' || [name, short, place, ...aliases].some((word) => hasStart(foldWords(word), wanted)),
  );
  return clubDivisions.flatMap((division) => {
    const ofDivision = found.filter((club) => club.division === division);
    return ofDivision.length === 0 ? [] : [{ division, clubs: ofDivision }];
  });
}

// At the start of a word: 'central' finds 'Rosario Central', 'entral' nothing.
function hasStart(text: string, wanted: string): boolean {
  return (
    text.startsWith(wanted) ||
    (/[ (]/.test(text) && [' ', '('].some((before) => text.includes(before + wanted)))
  );
}
