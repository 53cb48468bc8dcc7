import { expect, it } from 'vitest';

import { parseRange } from './byte-range.ts';

it.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=-', null],
  ['bytes=0-1,5-9', null],
  ['bytes=a-b', null],
  ['bytes=0x1-2', null],
  ['items=0-1', null],
  ['bytes=99999999999999999999-', null],
  ['', null],
  [undefined, null],
])('a Range of %j is parsed', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

it('no range of an empty file can be satisfied', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
});
