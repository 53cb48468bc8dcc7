import { expect, it } from 'vitest';

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

it('without muted words there is no matcher', () => {
  expect(wordMatch([])).toBeNull();
});

it('any of several muted words matches', () => {
  const match = wordMatch(mutedWords(['uno', 'dos', 'tres']));
  expect(match?.(foldWords('y van tres'))).toBe(true);
  expect(match?.(foldWords('y van cuatro'))).toBe(false);
});

it('a hundred muted flags are looked for quickly in a text of 2,000 halves', () => {
  const half = (i: number) => String.fromCodePoint(0x1f1e6 + i);
  const flags = Array.from({ length: 100 }, (_, i) => half(13 + Math.floor(i / 13)) + half(i % 13));
  // Each muted flag stands in the text, but only as the halves of two others.
  const text = foldWords(half(0) + flags.join('').repeat(10));
  const match = wordMatch(mutedWords(flags));
  const start = performance.now();
  for (let i = 0; i < 20; i++) expect(match?.(text)).toBe(false);
  expect(performance.now() - start).toBeLessThan(600);
});

it('the muted words of fifty people are looked for quickly in a text that has all of them within others', () => {
  const text = foldWords(Array.from({ length: 500 }, (_, i) => `x${i}`).join('y'));
  const start = performance.now();
  for (let person = 0; person < 50; person++) {
    const parts = Array.from({ length: 100 }, (_, i) => text.slice(person * 20 + i + 1, person * 20 + i + 9));
    expect(wordMatch(mutedWords(parts))?.(text)).toBe(false);
  }
  expect(performance.now() - start).toBeLessThan(400);
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
