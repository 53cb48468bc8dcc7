import { createECDH, createPrivateKey, sign } from 'node:crypto';

/** How push services know this site (RFC 8292): an uncompressed point of P-256 and its number, in base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

/** The pair of a private key: any 256 random bits, but for one in four thousand million. Null for no private key. */
export function vapidKeys(privateKey: string): VapidKeys | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32) return null;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(bytes);
  } catch {
    // Zero, or past the order of the curve.
    return null;
  }
  return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
}

const lifeSeconds = 12 * 3600;

/** The Authorization header of a message to a push service. `subject` is where its keepers find ours: https: or mailto: */
export function vapidHeader(
  { publicKey, privateKey }: VapidKeys,
  { origin, subject, at }: { origin: string; subject: string; at: Date },
): string {
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const claims = { aud: origin, exp: Math.floor(at.getTime() / 1000) + lifeSeconds, sub: subject };
  const token = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encoded).join('.');
  const signature = sign('sha256', Buffer.from(token), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${token}.${signature.toString('base64url')}, k=${publicKey}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
