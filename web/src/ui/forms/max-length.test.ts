import { expect, it } from 'vitest';

import { maxLengthOf } from './max-length.ts';

it('is the limit where each character is one unit, and lets as many emoji in', () => {
  expect(maxLengthOf('', 40)).toBe(40);
  expect(maxLengthOf('x'.repeat(40), 40)).toBe(40);
  for (let n = 0; n < 40; n++) {
    const emoji = '🏟'.repeat(n);
    expect(maxLengthOf(emoji, 40) - emoji.length, `after ${n}`).toBeGreaterThanOrEqual(2);
  }
  expect(maxLengthOf('🏟'.repeat(40), 40)).toBe(80);
});
