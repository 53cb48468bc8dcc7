import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

import type { Connection } from '../src/platform/postgres/database.ts';

type TcpConnection = Extract<Connection, { host: string }>;

/**
 * Stands before a PostgreSQL. After `loseAnswerTo(text)`, the next data that contains the text is forwarded,
 * and its connection is cut before the answer; `times`: as often. `fallSilent()` ends the server's side of all
 * connections, which their clients do not notice, as when a network or a machine is gone.
 */
export async function openLosingProxy({ host, port, ...rest }: TcpConnection) {
  let lost = { text: '', times: 0 };
  const connections = new Map<Socket, Socket>();
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    server.pipe(client);
    connections.set(client, server);
    client.on('close', () => connections.delete(client));
    client.on('data', (data) => {
      server.write(data);
      if (lost.times === 0 || !data.includes(lost.text)) return;
      lost.times--;
      // The server goes on, as it does when a network fails.
      server.unpipe(client).once('data', () => server.destroy());
      server.resume();
      client.destroy();
    });
    client.on('end', () => server.end());
    for (const socket of [client, server]) socket.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    connection: { ...rest, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    loseAnswerTo: (text: string, times = 1) => {
      lost = { text, times };
    },
    fallSilent: () => {
      for (const [client, server] of connections) {
        server.unpipe(client);
        client.removeAllListeners('data').resume();
        server.destroy();
      }
    },
    close: () => proxy.close(),
  };
}
