import { expect, it } from 'vitest';

import { firstId, isId, lastId, newId } from './ids.ts';

it('ids made in the same millisecond sort in the order they were made', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const ids = Array.from({ length: 1000 }, () => newId(at));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(1000);
});

it('ids sort by their time, in whatever order they are made', () => {
  const later = newId(new Date('2026-11-21T12:00:00.002Z'));
  const earlier = newId(new Date('2026-11-21T12:00:00.001Z'));
  expect([earlier, later].toSorted()).toEqual([earlier, later]);
  expect(firstId < earlier && later < lastId).toBe(true);
});

it.each([
  ['01a1fd45-d57b-7580-827f-1e3f72a372eb', true],
  ['01A1FD45-D57B-7580-827F-1E3F72A372EB', false],
  ['nope', false],
  ['', false],
])('isId(%j) is %s', (text, expected) => {
  expect(isId(text)).toBe(expected);
});
