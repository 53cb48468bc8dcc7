import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fastify } from 'fastify';
import { afterAll, expect, it } from 'vitest';

import { DiskFiles } from '../platform/files/disk-files.ts';
import { postKey } from '../platform/files/media-keys.ts';
import { registerMedia } from './routes/media.ts';

const folder = await mkdtemp(join(tmpdir(), 'tablon-slow-media-'));
const key = postKey('019a0000-0000-7000-8000-000000000001', new Date(), 'mp4');
await new DiskFiles(folder).write(key, [Buffer.alloc(30_000_000)]);
afterAll(() => rm(folder, { recursive: true }));

class Files extends DiskFiles {
  override isCrowded: boolean;

  constructor(isCrowded: boolean) {
    super(folder);
    this.isCrowded = isCrowded;
  }
}

// The kernel of a paused client buffers some megabytes: at this pace they last for two seconds.
const fast = { graceMs: 500, bytesPerSecond: 4_000_000 };
const slow = { graceMs: 60_000, bytesPerSecond: 1 };

it.each([
  ['too slow in any case', false, { usual: fast, crowded: slow }],
  ['too slow while its place is needed', true, { usual: slow, crowded: fast }],
])('a reader that is %s is cut', async (_, isCrowded, paces) => {
  const http = fastify({ forceCloseConnections: true });
  const reads = { profiles: { get: async () => undefined } };
  registerMedia(http, { files: new Files(isCrowded), reads, features: [], paces });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const requesting = once(http.server, 'request');
  const answering = once(get({ host: '127.0.0.1', port, path: `/media/${key}`, agent: false }), 'response');
  const [, response] = (await requesting) as [IncomingMessage, ServerResponse];
  const [answer] = (await answering) as [IncomingMessage];
  answer.on('error', () => {});
  await once(response, 'close');
  expect([answer.statusCode, response.writableFinished]).toEqual([200, false]);
  answer.destroy();
  await http.close();
});
