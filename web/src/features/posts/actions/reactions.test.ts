import { expect, test } from 'vitest';

import { countAfter } from './reactions.ts';

test('a count moves with the viewer’s own state and with nothing else', () => {
  expect(countAfter(3, false, true)).toBe(4);
  expect(countAfter(3, true, false)).toBe(2);
  expect(countAfter(3, true, true)).toBe(3);
  expect(countAfter(3, false, false)).toBe(3);
});

test('no count goes below zero', () => {
  expect(countAfter(0, true, false)).toBe(0);
});
