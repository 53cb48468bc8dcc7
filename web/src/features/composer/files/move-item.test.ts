import { expect, test } from 'vitest';

import { moveItem } from './move-item.ts';

test('an item changes places with its neighbour, and stays at the ends', () => {
  const list = ['a', 'b', 'c'];
  expect(moveItem(list, 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moveItem(list, 2, -1)).toEqual(['a', 'c', 'b']);
  expect(moveItem(list, 0, -1)).toBe(list);
  expect(moveItem(list, 2, 1)).toBe(list);
});
