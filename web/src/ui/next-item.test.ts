import { expect, test } from 'vitest';

import { nextItem } from './next-item.ts';

test('arrows wrap around the items, Home and End go to the first and the last', () => {
  expect(nextItem(3, 0, 'ArrowDown')).toBe(1);
  expect(nextItem(3, 2, 'ArrowDown')).toBe(0);
  expect(nextItem(3, 0, 'ArrowUp')).toBe(2);
  expect(nextItem(3, 1, 'Home')).toBe(0);
  expect(nextItem(3, 1, 'End')).toBe(2);
});

test('without a focused item, Down goes to the first and Up to the last', () => {
  expect(nextItem(3, -1, 'ArrowDown')).toBe(0);
  expect(nextItem(3, -1, 'ArrowUp')).toBe(2);
});

test('other keys, and an empty menu, move nothing', () => {
  expect(nextItem(3, 0, 'ArrowRight')).toBeNull();
  expect(nextItem(0, -1, 'ArrowDown')).toBeNull();
});
