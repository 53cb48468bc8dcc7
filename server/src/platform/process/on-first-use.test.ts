import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { OnFirstUse } from './on-first-use.ts';

const server = join(import.meta.dirname, '../../serve.ts');
const listLibraries = `
  import { registerHooks } from 'node:module';
  const names = new Set();
  registerHooks({
    load(url, context, next) {
      names.add(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
      return next(url, context);
    },
  });
  await import(${JSON.stringify(server)});
  process.stdout.write(JSON.stringify([...names]), () => process.exit());`;

it('a start does not load libraries that only some requests need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    listLibraries,
  ]);
  const libraries = JSON.parse(stdout) as (string | null)[];
  expect(libraries).toContain('fastify');
  const onFirstUse = new Set(['aws4fetch', 'ioredis', 'nodemailer', 'sharp', 'undici', 'web-push']);
  expect(libraries.filter((name) => onFirstUse.has(name ?? ''))).toEqual([]);
});

it('a failure is not kept', async () => {
  let tries = 0;
  const library = new OnFirstUse(async () => {
    tries++;
    if (tries === 1) throw new Error('too many open files');
    return 'loaded';
  });
  await expect(library.get()).rejects.toThrow('too many open files');
  expect([await library.get(), await library.get(), tries]).toEqual(['loaded', 'loaded', 2]);
});
