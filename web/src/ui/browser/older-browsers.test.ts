import { expect, test } from 'vitest';

import {
  anySignal,
  parseUrl,
  toSorted,
  toSpliced,
  toWellFormed,
  withItem,
  withResolvers,
} from './older-browsers.ts';

test.each([
  ['https://ejemplo.ar/a?b#c', undefined],
  ['/p/1', 'https://ejemplo.ar'],
  ['ejemplo', undefined],
  ['', undefined],
  ['https://', undefined],
  ['//x', 'no es una dirección'],
])('%j with the base %j is parsed as new browsers do', (url, base) => {
  expect(parseUrl(url, base)?.href).toBe(URL.parse(url, base)?.href);
});

test('lists are sorted and changed in copies, as new browsers do', () => {
  const list = [10, 9, 1];
  const backwards = (a: number, b: number) => b - a;
  expect([toSorted(list), toSorted(list, backwards)]).toEqual([[1, 10, 9], list.toSorted(backwards)]);
  expect(toSpliced(list, 1, 1)).toEqual(list.toSpliced(1, 1));
  expect(toSpliced(list, 0, 0, 7)).toEqual(list.toSpliced(0, 0, 7));
  expect(withItem(list, 1, 5)).toEqual(list.with(1, 5));
  expect(list).toEqual([10, 9, 1]);
});

test.each(['Gol ⚽', 'a\uD83Db', '\uDE00', '\uD83D\uD83D\uDE00'])(
  'half characters in %j are replaced',
  (text) => {
    expect(toWellFormed(text)).toBe(text.toWellFormed());
  },
);

test('a promise is settled from outside', async () => {
  const [kept, broken] = [withResolvers<number>(), withResolvers<number>()];
  kept.resolve(1);
  broken.reject(new Error('no'));
  expect(await kept.promise).toBe(1);
  await expect(broken.promise).rejects.toThrow('no');
});

test('any of several signals aborts, with its reason, also one that had aborted before', () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const any = anySignal([first.signal, second.signal]);
  expect(any.aborted).toBe(false);
  second.abort('second');
  first.abort('first');
  expect([any.aborted, any.reason]).toEqual([true, 'second']);
  expect(anySignal([new AbortController().signal, first.signal]).reason).toBe('first');
});
