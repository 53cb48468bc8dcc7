import { describe, expect, it } from 'vitest';

import { otherTexts } from './notifications.ts';
import { pushKind, quietUntil } from './push-preferences.ts';

// Buenos Aires is UTC-3.
const at = (time: string) => new Date(`2026-11-21T${time}Z`);

describe('quiet hours', () => {
  const night = { from: '23:00', to: '07:30' };

  it('quiet hours end the same morning, or the next one across midnight', () => {
    expect(quietUntil(night, at('04:00:30'))).toEqual(at('10:30:00'));
    expect(quietUntil(night, new Date('2026-11-22T02:15:00Z'))).toEqual(new Date('2026-11-22T10:30:00Z'));
  });

  it('quiet hours include their first minute and exclude their last', () => {
    expect(quietUntil(night, at('01:59:59.999'))).toBeNull();
    expect(quietUntil(night, at('02:00:00'))).toEqual(at('10:30:00'));
    expect(quietUntil(night, at('10:29:59'))).toEqual(at('10:30:00'));
    expect(quietUntil(night, at('10:30:00'))).toBeNull();
  });

  it('quiet hours can lie within one day', () => {
    const siesta = { from: '13:00', to: '16:00' };
    expect(quietUntil(siesta, at('17:00:00'))).toEqual(at('19:00:00'));
    expect(quietUntil(siesta, at('15:00:00'))).toBeNull();
    expect(quietUntil(siesta, at('20:00:00'))).toBeNull();
  });

  it('there are no quiet hours without a setting, or when they start as they end', () => {
    expect(quietUntil(null, at('04:00:00'))).toBeNull();
    expect(quietUntil({ from: '08:00', to: '08:00' }, at('11:00:00'))).toBeNull();
  });
});

describe('push kind', () => {
  it('the push kind of a notification is its type, or follows from its text', () => {
    expect(pushKind('like', null)).toBe('like');
    expect(pushKind('other', otherTexts.quote)).toBe('quote');
    expect(pushKind('other', otherTexts.follow)).toBe('follow');
    expect(pushKind('other', otherTexts.reply)).toBe('comment');
    expect(pushKind('other', otherTexts['comment-like'])).toBe('like');
    expect(pushKind('other', 'Bienvenida')).toBeNull();
    expect(pushKind('other', otherTexts['report-upheld'])).toBe('never');
    expect(pushKind('other', otherTexts['report-dismissed'])).toBe('never');
  });
});
