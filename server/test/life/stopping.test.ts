import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, afterEach, describe, expect, it } from 'vitest';

import { Ground, postgresOf, type ServerProcess } from './server-process.ts';

const ground = new Ground();
const dataDir = await ground.folder();
afterEach(() => ground.killServers());
afterAll(() => ground.end());

const body = JSON.stringify({
  displayName: 'Ana',
  email: 'ana@ejemplo.ar',
  password: 'aguante-la-popular',
  acceptedTos: true,
});

/** The server has read the head of the request, but not its body. */
async function beginRequest(server: ServerProcess): Promise<ClientRequest> {
  const upload = request(`${server.url}/api/signUp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Origin: `http://localhost:${new URL(server.url).port}`,
      Expect: '100-continue',
    },
  });
  upload.flushHeaders();
  await once(upload, 'continue');
  return upload;
}

describe('a running server', () => {
  it('answers requests in progress, exits with 0 on SIGTERM and leaves no process', async () => {
    const server = await ground.start({ DATA_DIR: dataDir });
    expect(postgresOf(dataDir)).not.toEqual([]);
    const upload = await beginRequest(server);
    server.kill('SIGTERM');
    upload.end(body);
    const [answer] = (await once(upload, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(await server.ended()).toEqual({ code: 0, signal: null, complaint: '' });
    expect(postgresOf(dataDir)).toEqual([]);
  });

  it('does the same when its parent process has ended', async () => {
    const server = await ground.start({ DATA_DIR: dataDir });
    server.disconnect();
    expect(await server.ended()).toEqual({ code: 0, signal: null, complaint: '' });
    expect(postgresOf(dataDir)).toEqual([]);
  });

  it('treats the echoes of one Ctrl+C as one, and exits at once on a second', async () => {
    const server = await ground.start({ DATA_DIR: dataDir });
    const endless = await beginRequest(server);
    endless.on('error', () => {});
    server.kill('SIGINT');
    server.kill('SIGINT');
    await wait(2_000);
    expect(postgresOf(dataDir)).not.toEqual([]);
    const start = performance.now();
    server.kill('SIGINT');
    expect((await server.ended()).code).toBe(1);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it('continues after an unhandled rejection, and exits cleanly after an uncaught exception', async () => {
    const faults = `process
      .on('SIGUSR2', () => void Promise.reject(new Error('a lost promise')))
      .on('SIGWINCH', () => setImmediate(() => { throw new Error('a thrown fault'); }));`;
    const server = await ground.start({
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faults)}`,
    });
    server.kill('SIGUSR2');
    await server.says('a lost promise');
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    server.kill('SIGWINCH');
    await server.says('a thrown fault');
    expect(await server.ended()).toEqual({ code: 1, signal: null, complaint: '' });
    expect(postgresOf(dataDir)).toEqual([]);
  });
});

describe('a starting server', () => {
  it.each(['Making', 'Migrated'])('exits with 0 on SIGTERM after printing %s', async (words) => {
    const fresh = await ground.folder();
    const server = await ground.spawn({ DATA_DIR: fresh });
    await server.says(words);
    server.kill('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, signal: null, complaint: '' });
    expect(postgresOf(fresh)).toEqual([]);
    const next = await ground.start({ DATA_DIR: fresh });
    next.kill('SIGTERM');
    expect((await next.ended()).code).toBe(0);
  });
});
