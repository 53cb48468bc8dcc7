import { describe, expect, it } from 'vitest';

import { postAge, shortAge } from './relative-time.ts';

const s = 1000;
const min = 60 * s;
const h = 60 * min;
const d = 24 * h;

describe('age of a post or comment', () => {
  it.each([
    [-5 * s, 'ahora', 'ahora'],
    [59 * s, 'ahora', 'ahora'],
    [60 * s, 'hace 1 min', '1 min'],
    [59 * min + 59 * s, 'hace 59 min', '59 min'],
    [60 * min, 'hace 1 hs', '1 h'],
    [23 * h + 59 * min, 'hace 23 hs', '23 h'],
    [24 * h, 'hace 1 día', '1 d'],
    [2 * d, 'hace 2 días', '2 d'],
  ])('the age after %d ms is shown in both forms', (age, post, short) => {
    expect(postAge(0, age)).toBe(post);
    expect(shortAge(0, age)).toBe(short);
  });
});
