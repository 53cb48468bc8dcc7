import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import { type FileStore, FilesUnavailable } from '../platform/files/files.ts';
import { contentTypeOf } from '../platform/files/media-keys.ts';
import { cutSlowReaderOfFile } from './slow-readers.ts';

export const immutable = 'public, max-age=31536000, immutable';

type Assets = {
  files: FileStore;
  folder: string;
  headers: Readonly<Record<string, string>>;
  isOwn: (name: string) => boolean;
};

const dayMs = 24 * 3_600_000;
const refreshEveryMs = 3_600_000;
const renewAfterMs = 7 * dayMs;
/** Thirty days after the last process of that version. */
const removeAfterMs = 30 * dayMs + renewAfterMs;
/** A store that does not answer must not block the start. */
const startTimeoutMs = 3_000;
const concurrency = 8;

/** During an upgrade a page may ask either version for its assets, so all versions share one store. */
export async function shareAssets(
  app: FastifyInstance,
  { files, folder, headers, isOwn }: Assets,
): Promise<void> {
  app.get<{ Params: { name: string } }>('/assets/:name', async ({ params: { name } }, reply) => {
    if (isOwn(name)) return reply.sendFile(`assets/${name}`);
    const asset = isAsset(name) ? await files.read(keyOf(name)) : null;
    if (!asset) return reply.callNotFound();
    const own = {
      'content-type': contentTypeOf(name),
      'content-length': asset.size,
      'cache-control': immutable,
    };
    cutSlowReaderOfFile(reply.raw, files);
    return reply.headers({ ...headers, ...own }).send(asset.content);
  });
  const refresh = async () => {
    try {
      await refreshAssets(files, folder);
    } catch (error) {
      if (!(error instanceof FilesUnavailable)) throw error;
      app.log.warn({ reason: String(error.cause) }, 'the assets of this version could not be shared');
    }
  };
  const timer = setInterval(() => void refresh(), refreshEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  await Promise.race([refresh(), wait(startTimeoutMs, undefined, { ref: false })]);
}

/** Writes assets that are missing or a week old, and removes those of versions that no longer run. */
export async function refreshAssets(files: FileStore, folder: string): Promise<void> {
  const own = new Set((await readdir(folder)).filter(isAsset).map(keyOf));
  const missing = new Set(own);
  const work: (() => Promise<void>)[] = [];
  const bytesOf = (key: string) => readFile(join(folder, key.slice(prefix.length)));
  for await (const { key, ageMs } of files.list('assets')) {
    missing.delete(key);
    if (own.has(key) && ageMs > renewAfterMs) work.push(async () => files.renew(key, [await bytesOf(key)]));
    else if (!own.has(key) && ageMs > removeAfterMs) work.push(() => files.remove(key));
  }
  for (const key of missing) work.push(async () => files.write(key, [await bytesOf(key)]));
  const worker = async () => {
    for (let next = work.pop(); next; next = work.pop()) await next();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

const prefix = 'assets/';

function keyOf(name: string): string {
  return prefix + name;
}

function isAsset(name: string): boolean {
  return /^[\w-][\w.-]{0,100}\.(?:js|css|svg|woff2)$/.test(name);
}
