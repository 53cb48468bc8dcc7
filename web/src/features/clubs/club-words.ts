import type { Club } from '../../../../contract/src/calls/clubs.ts';
import type { ClubDivision } from '../../../../contract/src/rules/clubs/club-forms.ts';

/** 'Hincha de Boca Juniors'; those that are no club stand for themselves. */
export function fanOf({ name, division }: Pick<Club, 'name' | 'division'>): string {
  return division === 'otro' ? name : `Hincha de ${name}`;
}

export const noClub = 'Prefiero no decir';

export const divisionNames: Record<ClubDivision, string> = {
  seleccion: 'Selección',
  primera: 'Primera División',
  nacional: 'Primera Nacional',
  'b-metro': 'B Metropolitana',
  'federal-a': 'Federal A',
  otro: 'Otros',
};
