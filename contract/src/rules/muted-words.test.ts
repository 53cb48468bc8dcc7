import { describe, expect, it, vi } from 'vitest';

import { costGrowth } from '../../test/cost-growth.ts';
import { mutedWordProblem, mutedWords, wordMatch } from './muted-words.ts';
import { foldWords } from './texts/fold-words.ts';

const matches = (word: string, text: string) => wordMatch(mutedWords([word]))?.(foldWords(text));

it.each([
  ['Árbitro', 'el arbitro no vio nada'],
  ['arbitro', '¡ÁRBITRO!'],
  ['boca', 'Boca'],
  ['boca', 'vamos #Boca'],
  ['boca', 'River-Boca, otra vez'],
  ['boca', 'https://boca.example/noticias'],
  ['boca', '«boca»'],
  ['boca', '𝐁𝐨𝐜𝐚 y ＢＯＣＡ'],
  ['boca', 'bo\u200Bca'],
  ['boca', 'bo\u200D\u200Dca'],
  ['boca', 'b\u200Eo\u061Cc\u202Aa'],
  ['boca', 'bo\u3164\u2062\u{E0061}\u{E0062}ca'],
  ['👎', 'qué partido \u200D👎'],
  ['#boca', 'hoy #BOCA, siempre'],
  ['@tano', 'che @Tano, vení'],
  ['@tano', 'che @tano.'],
  ['mal arbitraje', 'Qué mal\n  arbitraje, por favor'],
  ['4-4-2', 'jugamos 4-4-2 y nada'],
  ['c++ (11)', 'se dice C++ (11), no?'],
  ['año', 'feliz año'],
  ['año', 'feliz AN\u0303O'],
  ['👎', 'qué partido 👎👎'],
  ['👎', 'qué partido👎'],
  ['👍', 'dale 👍🏽'],
  ['👍🏽', 'dale 👍'],
  ['❤️', 'te quiero ❤'],
  ['🇦🇷', 'vamos 🇫🇷🇦🇷'],
  ['dale 🇦🇷', 'dale 🇦🇷🇫🇷'],
  ['🇫🇷🇦🇷', 'vamos 🇧🇷🇫🇷🇦🇷!'],
  ['👨‍👩‍👧', 'familia 👨‍👩‍👧!'],
  ['👩‍🚀', 'va 👩🏽‍🚀'],
  ['❤️‍🔥', 'te quiero ❤‍🔥'],
])('the muted word %s matches «%s»', (word, text) => {
  expect(matches(word, text)).toBe(true);
});

it.each([
  ['boca', 'un bocado'],
  ['boca', 'desemboca'],
  ['boca', 'boca_juniors'],
  ['boca', 'boca2'],
  ['boca', 'hola @boca'],
  ['#boca', 'boca y nada más'],
  ['#boca', '#bocajuniors'],
  ['@tano', '@tano_ricciardi'],
  ['@tano', '@tano.ricciardi'],
  ['@tano', 'mi mail es yo@tano'],
  ['ano', 'feliz año'],
  ['año', 'ano'],
  ['mal arbitraje', 'mal el arbitraje'],
  ['a.b', 'axb'],
  ['👨', '👨‍👩‍👧'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['🇦🇷', '🇧🇦🇷🇸'],
  ['dale 🇦', 'dale 🇦🇷'],
  ['🇷', '🇦🇷'],
])('the muted word %s does not match «%s»', (word, text) => {
  expect(matches(word, text)).toBe(false);
});

it.each(["'", '’', '‘', 'ʼ', '´', '`'])('a muted word with the apostrophe %s matches every other', (mark) => {
  for (const other of ["'", '’', '‘', 'ʼ', '´', '`'])
    expect(matches(`Newell${mark}s`, `ganó Newell${other}s, sufriendo`)).toBe(true);
  expect(mutedWords([`Newell${mark}s`, "NEWELL'S"])).toEqual(["newell's"]);
});

it('a muted word that an earlier version stored with its own apostrophe still matches', () => {
  for (const text of ['Newell’s', "Newell's"]) expect(wordMatch(['newell’s'])?.(foldWords(text))).toBe(true);
});

it('an apostrophe that an earlier version stored as a word hides nothing', () => {
  expect(wordMatch(['`'])?.(foldWords("Jugó D'Angelo"))).toBe(false);
});

it('without muted words there is no matcher', () => {
  expect(wordMatch([])).toBeNull();
});

it('any of several muted words matches', () => {
  const match = wordMatch(mutedWords(['uno', 'dos', 'tres']));
  expect(match?.(foldWords('y van tres'))).toBe(true);
  expect(match?.(foldWords('y van cuatro'))).toBe(false);
});

it('the cost of looking for a hundred muted flags grows no faster than the text', () => {
  const half = (i: number) => String.fromCodePoint(0x1f1e6 + i);
  const flags = Array.from({ length: 100 }, (_, i) => half(13 + Math.floor(i / 13)) + half(i % 13));
  // Each muted flag stands in the text, but only as the halves of two others.
  const texts = [1, 8].map((times) => foldWords(half(0) + flags.join('').repeat(times)));
  const match = wordMatch(mutedWords(flags));
  for (const text of texts) expect(match?.(text)).toBe(false);
  expect(costGrowth((i) => match?.(texts[i]!), [0, 1])).toBeLessThan(20);
});

describe('muted words that a text has only within others', () => {
  const textOf = (count: number) => foldWords(Array.from({ length: count }, (_, i) => `x${i}`).join('y'));
  const text = textOf(500);
  const parts = mutedWords(Array.from({ length: 100 }, (_, i) => text.slice(i + 1, i + 9)));

  it('are looked for without a regular expression for each', () => {
    const constructor = vi.spyOn(globalThis, 'RegExp');
    try {
      expect(wordMatch(parts)?.(text)).toBe(false);
      expect(constructor).not.toHaveBeenCalled();
    } finally {
      constructor.mockRestore();
    }
  });

  it('cost no more per letter of a longer text', () => {
    const texts = [text, textOf(4_000)];
    const match = wordMatch(parts);
    expect(costGrowth((i) => match?.(texts[i]!), [0, 1])).toBeLessThan(30);
  });
});

it('muted words are stored without duplicates, however written', () => {
  expect(mutedWords([' Árbitro ', 'ARBITRO', '#VAR', 'mal   arbitraje'])).toEqual([
    'arbitro',
    '#var',
    'mal arbitraje',
  ]);
});

it.each([
  ['', false],
  ['   ', false],
  ['#', false],
  ['@ -', false],
  ['\u200B', false],
  ['x'.repeat(51), false],
  ['x'.repeat(50), true],
  ['👎', true],
  ['#var', true],
])('the muted word %j is accepted: %s', (word, isValid) => {
  expect(mutedWordProblem(word, 50) === null).toBe(isValid);
});
