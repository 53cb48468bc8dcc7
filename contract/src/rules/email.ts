import { limits } from './limits.ts';

const shape =
  /^[^\s@"(),:;<>[\\\]\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/u;

/** The stored form of an e-mail address (trimmed, lower case, its domain in ASCII), or null if it is not one. */
export function normaliseEmail(input: string): string | null {
  if (input.length > limits.emailLength + 64) return null;
  const typed = input.trim().normalize('NFC').toLowerCase();
  const email = shape.test(typed) ? withAsciiDomain(typed) : '';
  return email.length <= limits.emailLength && shape.test(email) ? email : null;
}

// The e-mail fields of Chromium give 'ñandú.com.ar' as 'xn--and-6ma2c.com.ar', other browsers as it was typed.
function withAsciiDomain(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  // URL reads some domains as numbers.
  if (/^[a-z\d.-]+$/.test(domain)) return email;
  try {
    return `${name}@${new URL(`http://${domain}`).hostname}`;
  } catch (error) {
    // It is no domain.
    if (error instanceof TypeError) return '';
    throw error;
  }
}

/** A mailto link. Encoded, because `?bcc=…` may be part of a valid address. */
export function mailTo(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
