import { expect, it } from 'vitest';

import { daysUntil, localDay, localTime, momentOf } from './buenos-aires.ts';

it("local times are those of Buenos Aires in any machine's time zone", () => {
  expect(localTime(new Date('2026-11-21T18:05:40.000Z'))).toBe('2026-11-21T15:05');
  expect(localDay(new Date('2026-11-22T02:59:59.999Z'))).toBe('2026-11-21');
  expect(localDay(new Date('2026-11-22T03:00:00.000Z'))).toBe('2026-11-22');
});

it('momentOf converts a local time to UTC', () => {
  expect(momentOf('2026-11-21T15:05')).toEqual(new Date('2026-11-21T18:05:00.000Z'));
  expect(momentOf('2026-11-21T23:30')).toEqual(new Date('2026-11-22T02:30:00.000Z'));
  // In the summer of 2008 daylight saving time applied.
  expect(momentOf('2008-12-15T12:00')).toEqual(new Date('2008-12-15T14:00:00.000Z'));
});

it.each(['', '2026-11-21', '2026-13-01T10:00', '2026-02-30T10:00', '2026-11-21T25:00', 'mañana'])(
  'momentOf rejects %j',
  (time) => {
    expect(momentOf(time)).toBeNull();
  },
);

it('daysUntil counts back over the end of a month', () => {
  expect(daysUntil('2026-03-02', 4)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
});
