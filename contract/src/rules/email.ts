import { limits } from './limits.ts';

const shape =
  /^[^\s@"(),:;<>[\\\]\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,63}$/u;

/** The stored form of an e-mail address (trimmed, lower case), or null if it is not one. */
export function normaliseEmail(input: string): string | null {
  if (input.length > limits.emailLength + 64) return null;
  const email = input.trim().normalize('NFC').toLowerCase();
  return email.length <= limits.emailLength && shape.test(email) ? email : null;
}

/** A mailto link. Encoded, because `?bcc=…` may be part of a valid address. */
export function mailTo(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
