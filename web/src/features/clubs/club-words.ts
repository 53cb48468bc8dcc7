import type { ClubDivision } from '../../../../contract/src/rules/clubs/club-forms.ts';

export const noClub = 'Prefiero no decir';

export const divisionNames: Record<ClubDivision, string> = {
  seleccion: 'Selección',
  primera: 'Primera División',
  nacional: 'Primera Nacional',
  'b-metro': 'B Metropolitana',
  'federal-a': 'Federal A',
  otro: 'Otros',
};
