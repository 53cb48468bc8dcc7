import type { ClubDivision } from './club-forms.ts';

/** 'Hincha de Boca Juniors'; those that are no club stand for themselves. */
export function fanOf({
  name,
  division,
}: {
  readonly name: string;
  readonly division: ClubDivision;
}): string {
  return division === 'otro' ? name : `Hincha de ${name}`;
}
