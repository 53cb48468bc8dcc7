import { createECDH, ECDH } from 'node:crypto';

/** A P-256 point and its scalar, in base64url (RFC 8292). */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

export type PushKeys = { readonly p256dh: string; readonly auth: string };

const curve = 'prime256v1';

/** Null for the few values of 256 bits that are no private key, and for other lengths. */
export function vapidKeys(privateKey: string): VapidKeys | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32) return null;
  const pair = createECDH(curve);
  try {
    pair.setPrivateKey(bytes);
  } catch {
    // Zero, or not below the order of the curve.
    return null;
  }
  return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
}

export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (![p256dh, auth].every((key) => /^[\w-]+={0,2}$/.test(key))) return false;
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    ECDH.convertKey(point, curve);
    return true;
  } catch {
    // Not a point of the curve.
    return false;
  }
}
