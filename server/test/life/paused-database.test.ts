import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

import { afterAll, afterEach, expect, it } from 'vitest';

import { clusterFolders } from '../../src/platform/postgres/postgres-cluster.ts';
import { Fan } from './fan.ts';
import { Ground, postgresOf } from './server-process.ts';

const ground = new Ground();
const dataDir = await ground.folder();
const waiting: Socket[] = [];
afterEach(async () => {
  for (const socket of waiting) socket.destroy();
  signalAll('SIGCONT');
  await ground.killServers();
});
afterAll(() => ground.end());

function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of postgresOf(dataDir)) process.kill(pid, signal);
}

/** Connects until the paused server's backlog is full. */
async function fillBacklog(): Promise<void> {
  const path = join(clusterFolders(dataDir).socket, '.s.PGSQL.5432');
  for (let n = 0; n < 1_000; n++) {
    const socket = connect({ path });
    waiting.push(socket);
    const failure = await once(socket, 'connect').then(
      () => null,
      (error: unknown) => (error as NodeJS.ErrnoException).code,
    );
    if (failure === 'EAGAIN') return;
    expect(failure).toBeNull();
  }
  throw new Error('The backlog has no end');
}

it('every call is answered with 503 while the database is paused, and works when it resumes', async () => {
  const server = await ground.start({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  const fan = new Fan(server);
  await fan.call('signUp', {
    displayName: 'Ana',
    email: 'ana@ejemplo.ar',
    password: 'aguante-la-popular',
    acceptedTos: true,
  });
  const ask = async (n: number) => {
    const response = await fetch(`${server.url}/api/searchUsers?q=hincha${n}`, {
      headers: { Cookie: fan.cookie },
    });
    await response.arrayBuffer();
    return [response.status, response.headers.get('retry-after')];
  };
  expect(await ask(0)).toEqual([200, null]);

  signalAll('SIGSTOP');
  await fillBacklog();
  // Not cached, and more than the pool has connections: some wait for an answer, others for a connection.
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n + 2)));
  expect(answers).toEqual(answers.map(() => [503, '2']));
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(503);

  for (const socket of waiting) socket.destroy();
  signalAll('SIGCONT');
  await expect.poll(() => ask(1), { timeout: 20_000 }).toEqual([200, null]);
  server.kill('SIGTERM');
  expect(await server.ended()).toMatchObject({ code: 0, complaint: '' });
});
