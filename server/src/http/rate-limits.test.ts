import { expect, test } from 'vitest';

import { refuse } from './rate-limits.ts';

test.each([
  [1, 'Esperá un momento.'],
  [60, 'Esperá un momento.'],
  [61, 'Probá de nuevo en 2 minutos.'],
  [3_540, 'Probá de nuevo en 59 minutos.'],
  [3_541, 'Probá de nuevo en 1 hora.'],
  [3_600, 'Probá de nuevo en 1 hora.'],
  [3_601, 'Probá de nuevo en 2 horas.'],
  [86_400, 'Probá de nuevo en 24 horas.'],
])('a call refused for %i seconds says how long to wait', (wait, text) => {
  expect(() => refuse(wait)).toThrow(`Demasiados intentos. ${text}`);
});

test('nothing is refused without a wait', () => {
  expect(() => refuse(0)).not.toThrow();
});
