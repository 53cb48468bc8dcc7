import { expect, test } from 'vitest';

import { isLater, isNewer } from './event-place.ts';

test('an event is new once', () => {
  expect(isNewer('a-1', null)).toBe(true);
  expect(isNewer('a-10', 'a-9')).toBe(true);
  expect(isNewer('a-9', 'a-9')).toBe(false);
  expect(isNewer('a-9', 'a-10')).toBe(false);
});

test('another process starts its own numbers', () => {
  expect(isNewer('b-1', 'a-99')).toBe(true);
  expect(isLater('b-100', 'a-99')).toBe(false);
  expect(isLater('a-100', 'a-99')).toBe(true);
  expect(isLater('a-1', null)).toBe(false);
});

test('an event that another process may have numbered after a position counts as later', () => {
  expect(isLater('b-100-10000', 'a-99-11000')).toBe(true);
  expect(isLater('b-100-5000', 'a-99-11000')).toBe(false);
  expect(isLater('a-98-12000', 'a-99-11000')).toBe(false);
});
