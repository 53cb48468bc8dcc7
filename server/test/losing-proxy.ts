import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import type { Connection } from '../src/platform/postgres/database.ts';

type TcpConnection = Extract<Connection, { host: string }>;

/**
 * Stands before a PostgreSQL. After `loseAnswerTo(text)`, the next data that contains the text is forwarded,
 * and its connection is cut before the answer; `times`: as often.
 */
export async function openLosingProxy({ host, port, ...rest }: TcpConnection) {
  let lost = { text: '', times: 0 };
  const proxy = createServer((client) => {
    const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    server.pipe(client);
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
    close: () => proxy.close(),
  };
}
