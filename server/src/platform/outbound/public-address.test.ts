import { expect, it } from 'vitest';

import { isPublicAddress } from './public-address.ts';

const outside = `1.1.1.1 8.8.8.8 93.184.215.14 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.255.255
  172.15.255.255 172.32.0.1 192.167.255.255 198.17.255.255 198.20.0.1 223.255.255.255 2606:4700::1111 2001:4860:4860::8888
  2a00:1450:4001::1 2800:3f0:4002::1`;

const inside = `0.0.0.0 10.1.2.3 100.64.0.0 127.0.0.1 168.63.129.16 169.254.169.254 172.16.0.0 172.31.255.255 192.168.255.255
  198.18.0.0 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:8.8.8.8 64:ff9b::808:808 100::1 1fff::1 2001::1
  2001:db8::1 2002:808:808:: 3fff::1 4000::1 5f00::1 fc00::1 fe80::1 fe80::1%eth0 2606:4700::1111%eth0 ff02::1`;

const nothing = [
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '2130706433',
  ' 8.8.8.8',
  '8.8.8.8.',
  '[::1]',
  '8.8.8',
];

it.each(outside.split(/\s+/))('takes %s for public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([...inside.split(/\s+/), ...nothing])('does not take %j for public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
