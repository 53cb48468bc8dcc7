/** `already`: the same person has an undecided report. */
export function thanks(already: boolean): string {
  return already
    ? 'Ya lo habías reportado. Lo estamos revisando: no hace falta que lo mandes de nuevo.'
    : 'Gracias por avisarnos. Lo va a revisar una persona, y no le contamos a nadie que fuiste vos.';
}
