import { isIP } from 'node:net';

import { isPublicAddress } from './public-address.ts';
import { WebFailure } from './web-failure.ts';

export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/** Only these addresses are checked: no other may be dialled for the request. */
export type WebTarget = { url: URL; hostname: string; port: number; secure: boolean; addresses: string[] };

const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion)$/;

/**
 * Allows http(s) on the default port, without user info, to a host all of whose addresses are public. The URL
 * parser has already normalised every spelling of an IP address.
 * @throws {WebFailure} forbidden
 */
export async function findTarget(
  url: URL,
  { ownHosts, resolve }: { ownHosts: ReadonlySet<string>; resolve: Resolve },
  signal: AbortSignal,
): Promise<WebTarget> {
  const secure = url.protocol === 'https:';
  // A parsed URL omits the default port.
  if ((!secure && url.protocol !== 'http:') || url.port !== '') throw new WebFailure('forbidden');
  if (url.username !== '' || url.password !== '') throw new WebFailure('forbidden');
  const hostname = plainHost(url.hostname);
  const addresses =
    isIP(hostname) === 0 ? await addressesOf(hostname, ownHosts, resolve, signal) : [hostname];
  const open = addresses.every((address) => isPublicAddress(address) && !ownHosts.has(address));
  if (!open || addresses.length === 0) throw new WebFailure('forbidden');
  return { url, hostname, port: secure ? 443 : 80, secure, addresses };
}

export function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/(?<!\.)\.+$/, '');
}

async function addressesOf(
  hostname: string,
  ownHosts: ReadonlySet<string>,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<string[]> {
  if (!hostname.includes('.') || localNames.test(hostname) || ownHosts.has(hostname)) {
    throw new WebFailure('forbidden');
  }
  try {
    return await resolve(hostname, signal);
  } catch (error) {
    throw new WebFailure('failed', error);
  }
}
