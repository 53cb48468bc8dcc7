import { expect, test } from 'vitest';

import { clubChangeableAt, clubTooSoonText } from './club-change.ts';

const since = new Date('2026-06-01T12:00:00-03:00');
const at = (time: string) => new Date(`${time}-03:00`);

test.each(['2026-11-06T00:00', '2026-11-06T12:00', '2026-11-06T23:59'])(
  'the club can be changed on the whole day that the refusal names, after a change at %s',
  (changed) => {
    const times = { since, changedAt: at(changed) };
    const lastRefusal = at('2026-12-05T23:59');
    const next = clubChangeableAt(times, lastRefusal);
    expect(next).toEqual(at('2026-12-06T00:00'));
    expect(clubTooSoonText(next!)).toBe('Podés cambiar de cuadro otra vez el 6 de diciembre.');
    expect(clubChangeableAt(times, at('2026-12-06T00:00'))).toBeNull();
  },
);
