import { expect, test } from 'vitest';

import { typedAt } from './typed-at.ts';

test('finds the topic that ends at the caret', () => {
  expect(typedAt('Hoy #Clá', 8)).toEqual({ kind: 'topic', start: 4, typed: 'Clá' });
  expect(typedAt('(#va y #riv', 4)).toEqual({ kind: 'topic', start: 1, typed: 'va' });
});

test('one character, a word around the caret, an address and a second # are no topic', () => {
  for (const [text, caret] of [
    ['#b', 2],
    ['#boca', 3],
    ['a#boca', 6],
    ['ole.com/#boca', 13],
    ['##boca', 6],
    ['#boca ', 6],
  ] as const)
    expect(typedAt(text, caret)).toBeNull();
});

test('a mention stays a mention', () => {
  expect(typedAt('#boca @lu', 9)).toEqual({ kind: 'mention', start: 6, typed: 'lu' });
});
