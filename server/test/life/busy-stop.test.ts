import { once } from 'node:events';
import { Agent, type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterAll, expect, it } from 'vitest';

import { jpegOf } from '../pictures.ts';
import { Fan } from './fan.ts';
import { Ground, postgresOf, type ServerProcess } from './server-process.ts';

const ground = new Ground();
const dataDir = await ground.folder();
afterAll(() => ground.end());

/** `events` resolves to the whole text of the stream when it has ended. */
async function openStream(server: ServerProcess, cookie: string): Promise<{ events: Promise<string> }> {
  const [answer] = (await once(
    get(`${server.url}/api/events`, { headers: { cookie }, agent: false }),
    'response',
  )) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  return { events: text(answer) };
}

/** Sends only the first half. */
async function beginUpload(server: ServerProcess, cookie: string, file: Buffer): Promise<ClientRequest> {
  const upload = request(`${server.url}/api/uploadMedia?purpose=post`, {
    method: 'POST',
    agent: false,
    headers: { cookie, 'content-type': 'image/jpeg', 'content-length': file.length, expect: '100-continue' },
  });
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(file.subarray(0, file.length / 2));
  return upload;
}

type TimedRequest = { sentAt: number; answeredAt: number; outcome: number | string; closes: boolean };

/** Sends requests on a keep-alive connection until a connection is refused. */
async function sendRepeatedly(server: ServerProcess, cookie: string): Promise<TimedRequest[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const requests: TimedRequest[] = [];
  for (;;) {
    const sentAt = performance.now();
    const sentRequest = get(`${server.url}/api/getFeed?tab=paraVos`, { headers: { cookie }, agent });
    const answer = await once(sentRequest, 'response').then(
      ([response]) => response as IncomingMessage,
      (error: unknown) => error as NodeJS.ErrnoException,
    );
    const outcome = answer instanceof Error ? (answer.code ?? answer.message) : (answer.statusCode ?? 0);
    const closes = !(answer instanceof Error) && answer.headers.connection === 'close';
    if (!(answer instanceof Error)) await text(answer);
    requests.push({ sentAt, answeredAt: performance.now(), outcome, closes });
    if (outcome === 'ECONNREFUSED') return requests;
  }
}

it('a server stopped under load answers all accepted requests and closes its event streams', async () => {
  const server = await ground.start({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  const fans = [new Fan(server), new Fan(server)];
  for (const [n, fan] of fans.entries()) {
    const email = `fan${n}@ejemplo.ar`;
    await fan.call('signUp', {
      displayName: 'Fan',
      email,
      password: 'aguante-la-popular',
      acceptedTos: true,
    });
  }
  const cookies = fans.map((fan) => fan.cookie);
  const streams: { events: Promise<string> }[] = [];
  for (const cookie of cookies) {
    for (let n = 0; n < 6; n++) streams.push(await openStream(server, cookie));
  }
  const file = await jpegOf(8_000_000);
  const upload = await beginUpload(server, cookies[0] ?? '', file);
  const asking = Promise.all([0, 1, 0, 1].map((n) => sendRepeatedly(server, cookies[n] ?? '')));
  await new Promise((resolve) => setTimeout(resolve, 500));

  const toldAt = performance.now();
  server.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 500));
  upload.end(file.subarray(file.length / 2));
  const [uploadAnswer] = (await once(upload, 'response')) as [IncomingMessage];
  expect([uploadAnswer.statusCode, await text(uploadAnswer)]).toEqual([
    200,
    expect.stringContaining('"key"'),
  ]);

  for (const { events } of streams) expect(await events).toMatch(/event: bye\ndata: \{\}\n\n$/);
  const requests = (await asking).flat();
  const before = requests.filter(({ answeredAt }) => answeredAt < toldAt);
  expect(before.length).toBeGreaterThan(20);
  expect(new Set(before.map(({ outcome }) => outcome))).toEqual(new Set([200]));
  // Requests in flight at the stop may be answered, refused, or cut off.
  const after = requests.filter(({ answeredAt }) => answeredAt >= toldAt);
  for (const { outcome } of after) expect([200, 503, 'ECONNRESET', 'ECONNREFUSED']).toContain(outcome);
  expect(after.filter(({ outcome, closes }) => outcome === 503 && !closes)).toEqual([]);
  expect(await server.ended()).toEqual({ code: 0, signal: null, complaint: '' });
  expect(performance.now() - toldAt).toBeLessThan(10_000);
  expect(postgresOf(dataDir)).toEqual([]);
});
