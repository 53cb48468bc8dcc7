import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

const server = join(import.meta.dirname, '../../serve.ts');
const listLoaded = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      loaded.add(/.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
      return next(url, context);
    },
  });
  await import(${JSON.stringify(server)});
  process.stdout.write(JSON.stringify([...loaded]), () => process.exit());`;

it('a start does not load libraries that only some requests need', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', listLoaded]);
  const loaded = JSON.parse(stdout) as (string | null)[];
  expect(loaded).toContain('fastify');
  const onFirstUse = new Set(['aws4fetch', 'ioredis', 'nodemailer', 'sharp', 'undici', 'web-push']);
  expect(loaded.filter((name) => onFirstUse.has(name ?? ''))).toEqual([]);
});
