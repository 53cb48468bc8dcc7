import { describe, expect, it } from 'vitest';

import { arePushKeys } from './push-keys.ts';

// RFC 8291, appendix A.
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

describe('the keys of a subscription', () => {
  it('are a point of the curve and 16 bytes', () => {
    expect(arePushKeys(keys)).toBe(true);
    expect(arePushKeys({ ...keys, p256dh: `${keys.p256dh}=` })).toBe(true);
  });

  it.each([
    ['no point', { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['a short point', { ...keys, p256dh: keys.p256dh.slice(0, 40) }],
    ['a compressed point', { ...keys, p256dh: Buffer.alloc(33, 2).toString('base64url') }],
    ['a long secret', { ...keys, auth: 'A'.repeat(30) }],
    ['other letters', { ...keys, auth: 'BTBZMqHH6r4Tts7J/aSIgg' }],
    ['nothing', { p256dh: '', auth: '' }],
  ])('are invalid with %s', (_what, wrong) => {
    expect(arePushKeys(wrong)).toBe(false);
  });
});
