import { createECDH } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { arePushKeys, encryptPush } from './push-encryption.ts';

// RFC 8291, section 5 and appendix A.
const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

describe('a message', () => {
  it('is encrypted as in the example of RFC 8291', () => {
    const sender = createECDH('prime256v1');
    sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
    const message = encryptPush('When I grow up, I want to be a watermelon', keys, { salt, sender });
    expect(message.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz' +
        'AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('has another key and salt each time', () => {
    expect(encryptPush('Gol', keys)).not.toEqual(encryptPush('Gol', keys));
  });
});

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
  ])('are refused with %s', (_what, wrong) => {
    expect(arePushKeys(wrong)).toBe(false);
  });
});
