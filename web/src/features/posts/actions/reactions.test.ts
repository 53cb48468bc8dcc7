import { expect, test } from 'vitest';

import { moved } from './reactions.ts';

test('a count moves with the viewer’s own state and with nothing else', () => {
  expect(moved(3, false, true)).toBe(4);
  expect(moved(3, true, false)).toBe(2);
  expect(moved(3, true, true)).toBe(3);
  expect(moved(3, false, false)).toBe(3);
});

test('no count goes below zero', () => {
  expect(moved(0, true, false)).toBe(0);
});
