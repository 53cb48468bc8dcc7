import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fastify } from 'fastify';
import { afterAll, expect, it } from 'vitest';

import { openS3Store } from '../../test/s3-store.ts';
import { DiskFiles } from '../platform/files/disk-files.ts';
import type { FileStore } from '../platform/files/files.ts';
import { S3Files } from '../platform/files/s3-files.ts';
import { readShell, registerPage } from './page.ts';
import { refreshAssets } from './shared-assets.ts';

const ground = await mkdtemp(join(tmpdir(), 'tablon-assets-'));
const store = await openS3Store();
const bucket = new S3Files(store.bucket, join(ground, 'staging'));
afterAll(async () => {
  await bucket.close();
  await store.close();
  await rm(ground, { recursive: true });
});

async function version(name: string, sharedFiles: FileStore | null) {
  const folder = join(ground, name);
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), name);
  await writeFile(join(folder, `assets/app-${name}.js`), `// ${name}`);
  await writeFile(join(folder, `assets/app-${name}.js.br`), 'x');
  const http = fastify();
  const options = { siteName: 'Tablón', mediaBaseUrl: null, sharedFiles };
  await registerPage(http, folder, { ...options, shell: await readShell(folder, options) });
  return http;
}

it.each([
  ['a folder', new DiskFiles(join(ground, 'shared'))],
  ['a bucket', bucket],
])('two versions serve the assets of each other from %s', async (_place, files) => {
  const [oldVersion, newVersion] = [await version('uno', files), await version('dos', files)];
  for (const http of [oldVersion, newVersion]) {
    for (const name of ['uno', 'dos']) {
      const { statusCode, headers, body } = await http.inject(`/assets/app-${name}.js`);
      expect([statusCode, body]).toEqual([200, `// ${name}`]);
      expect(headers).toMatchObject({
        'content-type': expect.stringContaining('javascript'),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    }
    for (const wrong of ['app-tres.js', 'app-tres.js.br', '..%2Fx.js', '.x.js', 'x.html'])
      expect((await http.inject(`/assets/${wrong}`)).statusCode).toBe(404);
    await http.close();
  }
  const alone = await version('sola', null);
  expect((await alone.inject('/assets/app-uno.js')).statusCode).toBe(404);
  await alone.close();
});

it('assets in use are renewed each week, and others are removed 30 days after their last use', async () => {
  const folder = join(ground, 'ages');
  const files = new DiskFiles(folder);
  const own = join(ground, 'own');
  await mkdir(own);
  await writeFile(join(own, 'mine.js'), 'x');
  const days = { 'mine.js': 8, 'recent.js': 36, 'old.js': 38 };
  for (const [name, age] of Object.entries(days)) {
    await files.write(`assets/${name}`, [Buffer.from('x')]);
    const at = new Date(Date.now() - age * 24 * 3_600_000);
    await utimes(join(folder, 'assets', name), at, at);
  }
  await refreshAssets(files, own);
  expect(await files.age('assets/mine.js')).toBeLessThan(60_000);
  expect([await files.size('assets/recent.js'), await files.size('assets/old.js')]).toEqual([1, null]);
});

it('a store that is away or hangs holds up the start for some seconds at most', async () => {
  for (const fault of [store.away, async () => store.hang()]) {
    await fault();
    const start = performance.now();
    const http = await version('tres', bucket);
    expect(performance.now() - start).toBeLessThan(5_000);
    expect((await http.inject('/assets/app-tres.js')).statusCode).toBe(200);
    await http.close();
    await store.back();
  }
});
