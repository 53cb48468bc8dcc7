import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

// Outside of it are forms that embed an IPv4 address and that the library counts as unicast.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
// A public address, but served by the host of an Azure machine.
const hostOfAzure = '168.63.129.16';

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const ip = ipaddr.parse(address);
  if (ip.range() !== 'unicast') return false;
  return ip.kind() === 'ipv6' ? ip.match(globalUnicast) : address !== hostOfAzure;
}
