import { expect, it } from 'vitest';

import { hasInnerCapital, topicKey } from './topics.ts';

it.each([
  ['boca', false],
  ['Boca', false],
  ['RiverPlate', true],
  ['VAR', true],
  ['campeónÑandú', true],
  ['2Boca', true],
  ['Ñandú', false],
])('the spelling %s has a capital inside: %s', (spelling, has) => {
  expect(hasInnerCapital(spelling)).toBe(has);
});

it('an apostrophe that is a letter, as in Guarani, stays in a topic', () => {
  expect(topicKey('Ñeʼẽ')).toBe('ñeʼe');
});
