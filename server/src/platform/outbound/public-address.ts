import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

// All globally routed IPv6. Outside it are forms that embed an IPv4 address and that the library counts as unicast.
const routed = ipaddr.IPv6.parseCIDR('2000::/3');
// Public by its number, but served by the host of an Azure machine.
const hostOfAzure = '168.63.129.16';

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? parsed.match(routed) : address !== hostOfAzure;
}
