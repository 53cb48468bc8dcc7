import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { clusterFolders } from '../../src/platform/postgres/postgres-cluster.ts';
import { Ground, type ServerProcess } from './server-process.ts';

const ground = new Ground();
const dataDir = await ground.folder();
const site = { DATA_DIR: dataDir };
const email = 'ana@ejemplo.ar';
const password = 'aguante-la-popular';
afterAll(() => ground.end());

async function send(server: ServerProcess, name: string, input: object): Promise<Response> {
  const origin = `http://localhost:${new URL(server.url).port}`;
  const headers = { 'content-type': 'application/json', origin };
  return fetch(`${server.url}/api/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
}

const pidFile = join(clusterFolders(dataDir).cluster, 'postmaster.pid');
let last = '';
/** After a kill, still the previous process id until PostgreSQL has restarted. */
function postmaster(): string {
  if (existsSync(pidFile)) last = readFileSync(pidFile, 'utf8').split('\n')[0] || last;
  return last;
}

it('after five wrong passwords the right one is limited too, even across a kill -9 of server and database', async () => {
  let server = await ground.start(site);
  await send(server, 'signUp', { displayName: 'Ana', email, password, acceptedTos: true });
  const startedAt = performance.now();
  for (let i = 0; i < 5; i++)
    expect((await send(server, 'signIn', { email, password: `mal ${i}` })).status).toBe(401);
  const waits = async () => {
    const { status, headers } = await send(server, 'signIn', { email, password });
    expect(status).toBe(429);
    const remainingS = 15 * 60 - (performance.now() - startedAt) / 1_000;
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(remainingS - 1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
  };
  await waits();

  server.kill('SIGKILL');
  await server.ended();
  server = await ground.start(site);
  await waits();

  const oldPid = postmaster();
  process.kill(Number(oldPid), 'SIGKILL');
  await expect.poll(postmaster, { timeout: 20_000 }).not.toBe(oldPid);
  const status = async () => (await send(server, 'signIn', { email, password })).status;
  await expect.poll(status, { timeout: 20_000 }).not.toBe(503);
  await waits();
  server.kill('SIGTERM');
  await server.ended();
});
