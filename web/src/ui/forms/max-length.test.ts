// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { atMost } from './max-length.ts';

const limit = 40;

/** Inserts over the selection as a browser does, which cuts the insertion at `maxlength`. */
function insert(before: string, from: number, to: number, insertion: string): string {
  const field = document.createElement('textarea');
  atMost(limit)(field);
  field.value = before;
  field.setSelectionRange(from, to);
  const event =
    insertion === '\n' ? { inputType: 'insertLineBreak' } : { inputType: 'insertText', data: insertion };
  field.dispatchEvent(new InputEvent('beforeinput', event));
  const rest = before.length - (to - from);
  const room = field.hasAttribute('maxlength') ? Math.max(0, field.maxLength - rest) : insertion.length;
  return before.slice(0, from) + insertion.slice(0, room) + before.slice(to);
}

test('any insertion at any place is cut to what fits, and nothing else is lost', () => {
  const text = fc.array(fc.constantFrom('x', 'ñ', '🏟', '\u{1F1E6}'), { maxLength: limit });
  fc.assert(
    fc.property(text, text, fc.nat(), fc.nat(), (chars, more, a, b) => {
      const [from, to] = [a % (chars.length + 1), b % (chars.length + 1)].sort((x, y) => x - y) as [
        number,
        number,
      ];
      const [start, selected, end] = [chars.slice(0, from), chars.slice(from, to), chars.slice(to)];
      const room = limit - start.length - end.length;
      const place = start.join('').length;
      expect(insert(chars.join(''), place, place + selected.join('').length, more.join(''))).toBe(
        [...start, ...more.slice(0, room), ...end].join(''),
      );
    }),
  );
});

test('a line break counts too, and a text that is too long already can only shrink', () => {
  expect(insert('x'.repeat(40), 20, 20, '\n')).toBe('x'.repeat(40));
  expect(insert('x'.repeat(39), 20, 20, '\n')).toBe(`${'x'.repeat(20)}\n${'x'.repeat(19)}`);
  expect(insert('🏟'.repeat(50), 0, 0, 'x')).toBe('🏟'.repeat(50));
});

test('1,400 letters and 100 emoji fit where 1,500 characters do', () => {
  const field = document.createElement('textarea');
  atMost(1500)(field);
  const data = 'a'.repeat(1400) + '😀'.repeat(100);
  field.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertFromPaste', data }));
  expect(field.hasAttribute('maxlength')).toBe(false);
  field.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertFromPaste', data: `${data}y` }));
  expect(field.maxLength).toBe(1600);
});
