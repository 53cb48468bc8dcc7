import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

import type { PushSubscription } from '../../../contract/src/calls/push.ts';
import type { PushPayload } from '../../src/notifications/views/push-messages.ts';

/** A browser with a subscription. */
export class PushDevice {
  readonly subscription: PushSubscription;
  readonly #pair = createECDH('prime256v1');
  readonly #auth: Buffer;

  /** `secrets` are in base64url; random by default. */
  constructor(origin = 'https://fcm.googleapis.com', secrets?: { privateKey: string; auth: string }) {
    if (secrets) this.#pair.setPrivateKey(secrets.privateKey, 'base64url');
    else this.#pair.generateKeys();
    this.#auth = secrets ? Buffer.from(secrets.auth, 'base64url') : randomBytes(16);
    this.subscription = {
      endpoint: `${origin}/fcm/send/${randomBytes(12).toString('base64url')}`,
      expirationTime: null,
      keys: {
        p256dh: this.#pair.getPublicKey('base64url'),
        auth: this.#auth.toString('base64url'),
      },
    };
  }

  read(message: Buffer): PushPayload {
    return JSON.parse(this.decrypt(message)) as PushPayload;
  }

  /** By RFC 8291 and RFC 8188. @throws when the message is for another device */
  decrypt(message: Buffer): string {
    const salt = message.subarray(0, 16);
    const idLength = message.readUInt8(20);
    const sender = message.subarray(21, 21 + idLength);
    const record = message.subarray(21 + idLength);
    if (record.length > message.readUInt32BE(16)) throw new Error('The record is too long');
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const secret = hkdfSync('sha256', this.#pair.computeSecret(sender), this.#auth, info, 32);
    const key = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('No last record');
    return padded.subarray(0, end).toString();
  }
}
