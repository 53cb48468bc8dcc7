import { expect, test } from 'vitest';

import { writtenDate } from './written-date.ts';

test('a written date has a short month and a clock of 24 hours, in Buenos Aires time', () => {
  expect(writtenDate(new Date('2026-11-23T00:30:00Z'))).toBe('22 nov 2026 · 21:30');
  expect(writtenDate(new Date('2026-03-01T03:05:00Z'))).toBe('1 mar 2026 · 00:05');
});
