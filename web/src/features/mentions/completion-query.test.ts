import { expect, test } from 'vitest';

import { completionQueryAt } from './completion-query.ts';

test('finds the topic that ends at the caret', () => {
  expect(completionQueryAt('Hoy #Clá', 8)).toEqual({ kind: 'topic', start: 4, prefix: 'Clá' });
  expect(completionQueryAt('(#va y #riv', 4)).toEqual({ kind: 'topic', start: 1, prefix: 'va' });
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
    expect(completionQueryAt(text, caret)).toBeNull();
});

test('a mention stays a mention', () => {
  expect(completionQueryAt('#boca @lu', 9)).toEqual({ kind: 'mention', start: 6, prefix: 'lu' });
});
