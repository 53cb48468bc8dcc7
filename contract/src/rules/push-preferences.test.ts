import { describe, expect, it } from 'vitest';

import { otherTexts } from './notifications.ts';
import { pushKind, quietUntil } from './push-preferences.ts';

// Buenos Aires is three hours behind.
const at = (time: string) => new Date(`2026-11-21T${time}Z`);

describe('quiet hours', () => {
  const night = { from: '23:00', to: '07:30' };

  it('end the same morning, or the next one when midnight lies between', () => {
    expect(quietUntil(night, at('04:00:30'))).toEqual(at('10:30:00'));
    expect(quietUntil(night, new Date('2026-11-22T02:15:00Z'))).toEqual(new Date('2026-11-22T10:30:00Z'));
  });

  it('begin with their first minute and are over with their last', () => {
    expect(quietUntil(night, at('01:59:59.999'))).toBeNull();
    expect(quietUntil(night, at('02:00:00'))).toEqual(at('10:30:00'));
    expect(quietUntil(night, at('10:29:59'))).toEqual(at('10:30:00'));
    expect(quietUntil(night, at('10:30:00'))).toBeNull();
  });

  it('may lie within one day', () => {
    const siesta = { from: '13:00', to: '16:00' };
    expect(quietUntil(siesta, at('17:00:00'))).toEqual(at('19:00:00'));
    expect(quietUntil(siesta, at('15:00:00'))).toBeNull();
    expect(quietUntil(siesta, at('20:00:00'))).toBeNull();
  });

  it('are none without a choice, or when they begin as they end', () => {
    expect(quietUntil(null, at('04:00:00'))).toBeNull();
    expect(quietUntil({ from: '08:00', to: '08:00' }, at('11:00:00'))).toBeNull();
  });
});

describe('the kind of a notification', () => {
  it('is its type, or what its own text tells', () => {
    expect(pushKind('like', null)).toBe('like');
    expect(pushKind('other', otherTexts.quote)).toBe('quote');
    expect(pushKind('other', otherTexts.follow)).toBe('follow');
    expect(pushKind('other', 'Bienvenida')).toBeNull();
    expect(pushKind('other', otherTexts['report-upheld'])).toBe('never');
    expect(pushKind('other', otherTexts['report-dismissed'])).toBe('never');
  });
});
