import { expect, test } from 'vitest';

import { addressOf, refuse } from './rate-limits.ts';

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

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:5678', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:5678', '203.0.113.9'],
  ['2001:db8:0:1::9', '2001:db8:0:1::/64'],
  ['[2001:DB8:0:1::9]:5678', '2001:db8:0:1::/64'],
  ['[2001:db8:0:1::9]', '2001:db8:0:1::/64'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
])('the limits of %s are those of %s', (ip, address) => {
  expect(addressOf({ ip })).toBe(address);
});
