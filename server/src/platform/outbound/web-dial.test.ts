import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import { expect, it } from 'vitest';

import { dialAddress } from './web-dial.ts';

it('the checked address is dialled, even when the name now resolves elsewhere', async () => {
  const server = createServer((socket) => socket.end('hola')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = dialAddress({ address: '127.0.0.1', port, hostname: 'no-such-host.invalid', secure: false });
  const [said] = (await once(socket, 'data')) as [Buffer];
  expect([said.toString(), socket.remoteAddress]).toEqual(['hola', '127.0.0.1']);
  socket.destroy();
  server.close();
});

it('TLS sends the host name and refuses an untrusted certificate', async () => {
  const pem = readFileSync(new URL('../../../test/web/public.example.pem', import.meta.url));
  const lookups: string[] = [];
  const server = createTlsServer({
    key: pem,
    cert: pem,
    SNICallback: (name, done) => {
      lookups.push(name);
      done(null);
    },
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = dialAddress({ address: '127.0.0.1', port, hostname: 'public.example', secure: true });
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect([lookups, error.code]).toEqual([['public.example'], 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  server.close();
});
