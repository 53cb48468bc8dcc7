import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { S3Files } from '../../src/platform/files/s3-files.ts';
import { solid } from '../pictures.ts';
import { openS3Store } from '../s3-store.ts';
import { Fan } from './fan.ts';
import { Ground, type ServerProcess } from './server-process.ts';
import { runTablon } from './tablon-process.ts';

const ground = new Ground();
const store = await openS3Store();
afterAll(async () => {
  await ground.end();
  await store.close();
});

const secret = 'una-clave-muy-secreta';
const s3Of = ({ bucket, endpoint, accessKeyId, secretAccessKey }: typeof store.bucket) => ({
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});

it('a server with wrong keys to its bucket says so in one line and starts', async () => {
  const wrong = s3Of({ ...store.bucket, secretAccessKey: secret });
  const server = await ground.start({ DATA_DIR: await ground.folder(), LOG_LEVEL: 'debug', ...wrong });
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  const lines = server.output.split('\n').filter((line) => line.includes('storage: '));
  expect(lines).toEqual([expect.stringMatching(/SignatureDoesNotMatch.*the bucket tablon at http/)]);
  server.kill('SIGTERM');
  await server.ended();
  expect(server.output).not.toContain(secret);
});

it('a site moves into a bucket, is backed up from there and restored, and moves back to its disk', async () => {
  const disk = { DATA_DIR: await ground.folder(), LOG_LEVEL: 'info' };
  const inBucket = { ...disk, ...s3Of(store.bucket) };
  const mediaFolder = join(disk.DATA_DIR, 'media');
  const bytesOf = async (server: ServerProcess, url: string) =>
    Buffer.from(await (await fetch(server.url + url)).arrayBuffer());

  const first = await ground.start(disk);
  const ana = new Fan(first);
  const email = 'ana@ejemplo.ar';
  await ana.call('signUp', { displayName: 'Ana', email, password: 'aguante', acceptedTos: true });
  const { url, key } = await ana.upload(await solid(30, 20).jpeg().toBuffer());
  await ana.call('publishPost', { media: { key } });
  const bytes = await bytesOf(first, url);
  const unset = await runTablon(['media', 'push'], disk);
  expect([unset.code, unset.complaint]).toEqual([1, expect.stringContaining('S3_BUCKET is not set')]);
  const pushed = await runTablon(['media', 'push'], inBucket);
  expect([pushed.code, pushed.output]).toEqual([
    0,
    expect.stringMatching(/^1 files copied, 0\.0 MB; 0 were there already, in /),
  ]);
  first.kill('SIGTERM');
  await first.ended();
  await rm(mediaFolder, { recursive: true });

  const second = await ground.start(inBucket);
  expect(second.output).toContain('storage: OK, files are kept in the bucket tablon at http://');
  expect(second.output).not.toContain('has no effect');
  expect(await bytesOf(second, url)).toEqual(bytes);
  const backup = join(disk.DATA_DIR, 'a.tar');
  expect((await runTablon(['backup', backup], inBucket)).output).toContain(' 1 files');
  second.kill('SIGTERM');
  await second.ended();

  const files = new S3Files(store.bucket, join(disk.DATA_DIR, 'staging'));
  await files.remove(key);
  expect((await runTablon(['restore', backup, '--force'], inBucket)).code).toBe(0);
  expect(await files.size(key)).toBe(bytes.length);
  await files.close();
  expect((await runTablon(['media', 'pull'], inBucket)).code).toBe(0);
  expect(await readFile(join(mediaFolder, key))).toEqual(bytes);

  await store.away();
  const pullRun = await runTablon(['media', 'pull'], inBucket);
  expect(pullRun.code).toBe(1);
  expect(pullRun.complaint).toMatch(/^media failed: [^\n]*ECONNREFUSED\.\n$/);
}, 240_000);
