import { expect, test } from 'vitest';

import { cutGraphemes } from './graphemes.ts';

test.each([
  ['Vamos 🇦🇷', 7, 'Vamos '],
  ['Vamos 🇦🇷', 8, 'Vamos 🇦🇷'],
  ['Con 👨‍👩‍👧 en la cancha', 6, 'Con '],
  ['Con 👨‍👩‍👧 en la cancha', 9, 'Con 👨‍👩‍👧'],
  ['Aguante ❤️!', 9, 'Aguante '],
  ['Avañe’ẽ, g\u0303ua', 10, 'Avañe’ẽ, '],
  ['ole', 2, 'ol'],
  ['ole', 3, 'ole'],
  ['', 3, ''],
])('%j is cut after %i characters without halving the last one', (text, max, cut) => {
  expect(cutGraphemes(text, max)).toBe(cut);
});

test('an emoji longer than the limit is cut, since nothing else would be left', () => {
  expect(cutGraphemes('👨‍👩‍👧 y ya', 3)).toBe('👨‍👩');
});
