import { BlockList, isIP } from 'node:net';

const networks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** `list` holds addresses, networks and names of networks. */
export function addressesIn(list: readonly string[]): (address: string | undefined) => boolean {
  const blocks = new BlockList();
  for (const network of list.flatMap((name) => networks[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    blocks.addSubnet(address, bits === undefined ? (type === 'ipv6' ? 128 : 32) : Number(bits), type);
  }
  return (address = '') => {
    const version = isIP(address);
    return version !== 0 && blocks.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

export const isLoopbackAddress = addressesIn(['loopback']);
