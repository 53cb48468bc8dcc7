import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

// All that is routed in IPv6. Outside lie also forms that hide an IPv4 address and count as ordinary elsewhere.
const routed = ipaddr.IPv6.parseCIDR('2000::/3');
// Public by its number, but answered inside Azure by the machine's own host.
const hostOfAzure = '168.63.129.16';

/** Whether an address, as a resolver or a parsed URL writes it, lies on the public internet and nowhere else. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? parsed.match(routed) : address !== hostOfAzure;
}
