import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, in base64url. */
export type PushKeys = { readonly p256dh: string; readonly auth: string };

const curve = 'prime256v1';
const recordSize = 4_096;

/** Whether a message can be encrypted for these keys: a point of the curve and 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (![p256dh, auth].every((key) => /^[\w-]+={0,2}$/.test(key))) return false;
  const point = bytesOf(p256dh);
  if (point.length !== 65 || bytesOf(auth).length !== 16) return false;
  try {
    ECDH.convertKey(point, curve);
    return true;
  } catch {
    // No point of the curve.
    return false;
  }
}

/**
 * Encrypts a text for one subscription, so that the push service between cannot read it: RFC 8291, in one record of the
 * encoding aes128gcm (RFC 8188). `secrets` are others in tests.
 */
export function encryptPush(text: string, keys: PushKeys, secrets = freshSecrets()): Buffer {
  const { salt, sender } = secrets;
  const receiver = bytesOf(keys.p256dh);
  const publicKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, publicKey]);
  const secret = derive(sender.computeSecret(receiver), bytesOf(keys.auth), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const lastRecord = Buffer.from([2]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header.writeUInt8(publicKey.length, 4);
  return Buffer.concat([
    salt,
    header,
    publicKey,
    cipher.update(Buffer.concat([Buffer.from(text), lastRecord])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function freshSecrets(): { salt: Buffer; sender: ECDH } {
  const sender = createECDH(curve);
  sender.generateKeys();
  return { salt: randomBytes(16), sender };
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

function bytesOf(base64url: string): Buffer {
  return Buffer.from(base64url, 'base64url');
}
