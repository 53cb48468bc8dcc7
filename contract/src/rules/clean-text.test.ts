import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyText } from '../../test/any-text.ts';
import { cleanLine, cleanText, commentText } from './clean-text.ts';
import { codePoints } from './text.ts';

describe('cleanText', () => {
  it.each([
    ['  gol\r\ngol  ', 'gol\ngol'],
    ['a\u0000b\u0007c', 'abc'],
    ['Boca\t3\tRiver', 'Boca 3 River'],
    ['a\u000Bb\u2028c', 'a\nb\nc'],
    ['x\uD800y', 'xy'],
    ['a\uFFFEb\uFDD0c', 'abc'],
    ['a\u{1FFFE}b\u{10FFFF}c', 'abc'],
    ['n\u0303', 'ñ'],
    [`e${'\u0301'.repeat(1000)}`, `é${'\u0301'.repeat(7)}`],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['\u200B\u2060\uFE0F', ''],
    ['\u3164 \u2800', ''],
    ['a\u200Bb', 'a\u200Bb'],
  ])('cleanText stores %j as %j', (input, output) => {
    expect(cleanText(input)).toBe(output);
  });

  it('cleanText is idempotent and leaves nothing that PostgreSQL rejects', () => {
    fc.assert(
      fc.property(anyText(200), (input) => {
        const text = cleanText(input);
        return cleanText(text) === text && text.isWellFormed() && !text.includes('\0');
      }),
    );
  });
});

it('cleanLine keeps a name on one line and without direction overrides', () => {
  expect(cleanLine('Juan\n\u202Epérez\u202C  X')).toBe('Juan pérez X');
});

it('cleanLine stores every space as a plain one', () => {
  expect(cleanLine('Juan\u00A0Pérez\u2009\u3000X')).toBe('Juan Pérez X');
});

it('a comment is truncated to 1000 code points, and blank ones are empty', () => {
  expect(codePoints(commentText('x'.repeat(1500)))).toBe(1000);
  // Counted as stored: a letter with its accent is one.
  expect(codePoints(commentText('e\u0301'.repeat(1500)))).toBe(1000);
  expect(commentText(`${'x'.repeat(999)} y`)).toBe('x'.repeat(999));
  expect(commentText('  \n ')).toBe('');
  // The cut may leave only what nobody sees.
  expect(commentText(`${'\u200B'.repeat(1000)}hola`)).toBe('');
});
