import { expect, it } from 'vitest';

import { codePoints, cutText } from './text.ts';

it('cuts by code points, never through one', () => {
  expect(cutText('⚽⚽⚽', 2)).toBe('⚽⚽');
  expect(cutText('👍👍👍', 2)).toBe('👍👍');
  expect(codePoints('👍a')).toBe(2);
});
