import { publicAddress } from './fake-web.ts';

const hosts = {
  loopback: `127.0.0.1 127.0.0.2 127.255.255.254 127.1 127.0.1 127.0.0.1. 0x7f.1 0x7f000001 0x7F.0x0.0x0.0x1 0177.0.0.1
    017700000001 2130706433 127.000.000.001 0 0. 00 0x0 0.0.0.0 0.1.2.3 [::] [::1] [0:0:0:0:0:0:0:1] [::0001]`,
  disguised: `①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 127%2e0%2e0%2e1 %31%32%37.0.0.1 0X7F.0.0.1
    ⑩.⓪.⓪.① 1６9.254.169.25４ 3232235777 0xc0a80101 0300.0250.1.1 0xa.1`,
  'hidden in IPv6': `[::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe] [::ffff:8.8.8.8] [::ffff:0:127.0.0.1]
    [::127.0.0.1] [::7f00:1] [::8.8.8.8] [64:ff9b::127.0.0.1] [64:ff9b::10.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::]
    [2002:a00:1::] [2001:0:7f00:1::] [2001::1] [2001:10::1] [2001:20::1]`,
  private: `10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 192.168.1.1 100.64.0.1 100.127.255.254 169.254.0.1
    [fe80::1] [fe80::1%25eth0] [febf::1] [fc00::1] [fd00::1] [fdff::1] [fec0::1]`,
  reserved: `192.0.0.1 192.0.0.8 192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 192.88.99.1 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.254 255.255.255.255 [ff02::1] [ff05::2] [100::1] [2001:2::1] [2001:db8::1] [3fff::1]
    [5f00::1] [4000::1] [8000::1] [e000::1] [1::1]`,
  metadata: `169.254.169.254 169.254.170.2 0xa9fea9fe 2852039166 0251.0376.0251.0376 [fd00:ec2::254] 100.100.100.200
    168.63.129.16 metadata.google.internal METADATA.google.internal. metadata instance-data`,
  'local names': `localhost LOCALHOST localhost. LocalHost. foo.localhost localhost.localdomain db redis postgres
    kubernetes.default.svc.cluster.local router.lan nas.home.arpa wiki.intranet printer.local`,
  own: 'tablon.example TABLON.EXAMPLE tablon.example. db.inside.example 93.184.215.99 0x5db8d763',
};

/** Resolver results by name; none may be dialled. */
export const badNames: Record<string, string[]> = {
  'private.example.net': ['10.0.0.1'],
  'loopback.example.net': ['127.0.0.1'],
  'six.example.net': ['::1'],
  'mapped.example.net': ['::ffff:10.0.0.1'],
  'meta.example.net': ['169.254.169.254'],
  'mixed.example.net': [publicAddress, '192.168.0.1'],
  'mixed-six.example.net': [publicAddress, 'fd00::1'],
  'own-address.example.net': ['93.184.215.99'],
  'zoned.example.net': ['fe80::1%eth0'],
  'odd.example.net': ['127.1'],
  'no-address.example.net': ['localhost'],
  'empty.example.net': [],
  'many.example.net': [...Array.from({ length: 999 }, (_, i) => `8.8.${i >> 8}.${i & 255}`), '10.0.0.1'],
  '10.0.0.1.nip.example.net': ['10.0.0.1'],
};

const ports = [
  ...[22, 25, 53, 81, 110, 3306, 5432, 6379, 8080, 8443, 9200, 11_211, 65_535].map(
    (port) => `http://public.example:${port}/`,
  ),
  'http://public.example:0/',
  'http://public.example:443/',
  'https://public.example:80/',
  'https://public.example:8443/',
];

const credentials = [
  'http://user@public.example/',
  'http://user:password@public.example/',
  'http://:password@public.example/',
  'http://public.example@127.0.0.1/',
  'http://public.example:80@127.0.0.1/',
  'http://127.0.0.1@public.example/',
];

const schemes = `file:///etc/passwd file://public.example/x gopher://public.example:6379/_x ftp://public.example/ dict://public.example/
  data:text/html,<title>x</title> blob:http://public.example/x javascript:alert(1) ws://public.example/ wss://public.example/
  unix:/var/run/docker.sock jar:http://public.example!/x view-source:http://public.example/ ldap://public.example/
  sftp://public.example/ tftp://public.example/ mailto:a@public.example about:blank http:/// http://[::1 http://%00/`;

/** Nothing may be dialled for any of these. */
export const forbidden: (readonly [kind: string, url: string])[] = [
  ...Object.entries(hosts).flatMap(([kind, list]) =>
    words(list).map((host) => [kind, `http://${host}/`] as const),
  ),
  ...['127.0.0.1', '[::1]', '169.254.169.254', 'localhost'].map(
    (host) => ['https', `https://${host}/`] as const,
  ),
  ...Object.keys(badNames).map((host) => ['resolved', `http://${host}/`] as const),
  ...ports.map((url) => ['port', url] as const),
  ...credentials.map((url) => ['credentials', url] as const),
  ...words(schemes).map((url) => ['scheme', url] as const),
];

/** URLs that look internal but lead to the public host in them. */
export const tricky = [
  'http://public.example#@127.0.0.1/',
  'http://public.example/@127.0.0.1/',
  'http://public.example?@127.0.0.1/',
  'http://public.example/\\@127.0.0.1/',
  'http://public.example:80/',
  'http://PUBLIC.example./',
];

function words(list: string): string[] {
  return list.split(/\s+/).filter(Boolean);
}
