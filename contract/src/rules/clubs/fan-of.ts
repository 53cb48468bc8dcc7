import type { ClubDivision } from './club-forms.ts';

/** 'Hincha de Boca Juniors'; the name alone for entries that are not a club, such as 'Neutral'. */
export function fanOf({
  name,
  division,
}: {
  readonly name: string;
  readonly division: ClubDivision;
}): string {
  return division === 'otro' ? name : `Hincha de ${name}`;
}
