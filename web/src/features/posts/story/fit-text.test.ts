import { expect, test } from 'vitest';

import { codePoints } from '../../../../../contract/src/rules/text.ts';
import { fitLine, fitText } from './fit-text.ts';

// Every character is half as wide as the type is high.
const measure = (text: string) => codePoints(text) / 2;
const room = { width: 100, height: 100, sizes: [20, 10], lineHeight: 1 };

test('a short text has the first size', () => {
  expect(fitText('Gol', room, measure)).toEqual({ size: 20, lines: ['Gol'], isCut: false });
});

test('breaks between words and keeps line breaks, but no more than one empty line', () => {
  expect(fitText('uno dos tres\n\n\n\ncuatro', room, measure).lines).toEqual([
    'uno dos',
    'tres',
    '',
    'cuatro',
  ]);
});

test('takes the next size for what does not fit', () => {
  const text = 'palabra '.repeat(12).trim();
  expect(fitText(text, room, measure)).toMatchObject({ size: 10, isCut: false });
});

test('cuts at the last size, with a mark and within the width', () => {
  const { size, lines, isCut } = fitText('palabra '.repeat(250), room, measure);
  expect({ size, isCut, count: lines.length }).toEqual({ size: 10, isCut: true, count: 10 });
  expect(lines.at(-1)).toMatch(/…$/);
  for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(room.width);
});

test('an address longer than a line breaks, an emoji never inside', () => {
  const { lines } = fitText('x'.repeat(25), room, measure);
  expect(lines).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  const family = '👨‍👩‍👧';
  const wide = fitText(family.repeat(8), room, measure);
  expect(wide.lines.join('').replaceAll(family, '')).toBe('');
});

test('one line is shortened only when it has to be', () => {
  expect(fitLine('Lucía', 3, measure)).toBe('Lucía');
  expect(fitLine('Lucía Gómez', 3, measure)).toBe('Lucía…');
});
