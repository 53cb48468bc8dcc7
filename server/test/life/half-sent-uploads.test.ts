import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { jpegOf } from '../pictures.ts';
import { Fan } from './fan.ts';
import { Ground, type ServerProcess } from './server-process.ts';

const ground = new Ground();
const dataDir = await ground.folder();
const image = await jpegOf(15_000_000);
const half = image.subarray(0, 14_000_000);
// Keep-alive like browsers: if the connection closed while data is still sent, the answer would be lost.
const agent = new Agent({ keepAlive: true });
/**
 * Tolerance for buffers that are not freed yet, of the 400 MB that each test sends. V8 frees them in a thread that
 * comes after all others (docs/decisions/0079-short-waits-for-garbage.md).
 */
const garbage = 160_000_000;
const senders: ClientRequest[] = [];
let server: ServerProcess;

beforeAll(async () => {
  server = await ground.start({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
});
afterAll(async () => {
  for (const sender of senders) sender.destroy();
  await ground.end();
});

async function newFan(name: string): Promise<Fan> {
  const fan = new Fan(server);
  const email = `${name}@ejemplo.ar`;
  await fan.call('signUp', { displayName: name, email, password: 'aguante-la-popular', acceptedTos: true });
  return fan;
}

type Refusal = { status: number | undefined; wait: string | undefined; message: string };

/** Resolves to the server's refusal. */
function sendHalf(fan: Fan): Promise<Refusal> {
  const sender = request(`${server.url}/api/uploadMedia?purpose=post`, {
    method: 'POST',
    agent,
    headers: { cookie: fan.cookie, 'content-length': image.length },
  });
  senders.push(sender);
  sender.on('error', () => {});
  sender.write(half);
  return (async () => {
    const [answer] = (await once(sender, 'response')) as [IncomingMessage];
    const { error } = (await json(answer)) as { error: { message: string } };
    return { status: answer.statusCode, wait: answer.headers['retry-after'], message: error.message };
  })();
}

/** Counts only halves that are completely on disk. */
function halvesOnDisk(): number {
  const drafts = join(dataDir, 'media', '.drafts');
  return readdirSync(drafts).filter((name) => statSync(join(drafts, name)).size === half.length).length;
}

it('thirty half-sent images of one user occupy four slots and little memory, and others can upload', async () => {
  const [ana, beto] = [await newFan('ana'), await newFan('beto')];
  // The first uploads allocate memory that later uploads reuse.
  for (let i = 0; i < 3; i++) await beto.upload(image);
  const before = server.memory;
  for (let i = 0; i < 4; i++) void sendHalf(ana).catch(() => {});
  await expect.poll(halvesOnDisk, { timeout: 20_000 }).toBe(4);
  for (let i = 4; i < 30; i++) {
    expect(await sendHalf(ana)).toEqual({
      status: 429,
      wait: '10',
      message: 'Ya estás subiendo varios archivos. Esperá a que terminen.',
    });
  }
  expect(server.memory - before).toBeLessThan(garbage);
  expect((await beto.upload(image)).type).toBe('image');
});

it('thirty-two half-sent images of eight users are on disk, not in memory', async () => {
  const crowd: Fan[] = [];
  for (let i = 0; i < 7; i++) crowd.push(await newFan(`fan${i}`));
  const before = server.memory;
  for (const fan of crowd) for (let i = 0; i < 4; i++) void sendHalf(fan).catch(() => {});
  await expect.poll(halvesOnDisk, { timeout: 20_000 }).toBe(32);
  expect(server.memory - before).toBeLessThan(garbage);
});
