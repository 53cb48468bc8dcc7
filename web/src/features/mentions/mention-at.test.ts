import { expect, test } from 'vitest';

import { mentionAt } from './mention-at.ts';

test('finds the mention that ends at the caret', () => {
  expect(mentionAt('Hola @lu', 8)).toEqual({ start: 5, prefix: 'lu' });
  expect(mentionAt('@lu.canalla', 11)).toEqual({ start: 0, prefix: 'lu.canalla' });
  expect(mentionAt('(@facu_10', 9)).toEqual({ start: 1, prefix: 'facu_10' });
  expect(mentionAt('che @Lucí', 9)).toEqual({ start: 4, prefix: 'Lucí' });
  expect(mentionAt('@lu y vos', 3)).toEqual({ start: 0, prefix: 'lu' });
});

test('a mention needs two characters and ends at a space', () => {
  expect(mentionAt('Hola @l', 7)).toBeNull();
  expect(mentionAt('Hola @lu ', 9)).toBeNull();
});

test('an e-mail address, a path and the middle of a word are no mentions', () => {
  expect(mentionAt('ana@ejemplo', 11)).toBeNull();
  expect(mentionAt('ole.com/@ole', 12)).toBeNull();
  expect(mentionAt('@lucia', 3)).toBeNull();
});
