import { expect, test } from 'vitest';

import { isLater, isNews } from './event-place.ts';

test('an event is new once', () => {
  expect(isNews('a-1', null)).toBe(true);
  expect(isNews('a-10', 'a-9')).toBe(true);
  expect(isNews('a-9', 'a-9')).toBe(false);
  expect(isNews('a-9', 'a-10')).toBe(false);
});

test('another process starts its own numbers', () => {
  expect(isNews('b-1', 'a-99')).toBe(true);
  expect(isLater('b-100', 'a-99')).toBe(false);
  expect(isLater('a-100', 'a-99')).toBe(true);
  expect(isLater('a-1', null)).toBe(false);
});
