import { expect, it } from 'vitest';

import { codePoints, cutText } from './text.ts';

it('cutText truncates by code points and never splits one', () => {
  expect(cutText('⚽⚽⚽', 2)).toBe('⚽⚽');
  expect(cutText('👍👍👍', 2)).toBe('👍👍');
  expect(codePoints('👍a')).toBe(2);
});
