import { existsSync, readdirSync } from 'node:fs';

import pg from 'pg';
import { afterAll, expect, it } from 'vitest';

import { embeddedConnection } from '../../src/platform/postgres/embedded-postgres.ts';
import { Fan } from './fan.ts';
import { Ground, type ServerProcess } from './server-process.ts';

const ground = new Ground();
const cache = await ground.folder();
const site = { DATA_DIR: await ground.folder(), RATE_LIMITS: 'off', NODE_COMPILE_CACHE: cache };
afterAll(() => ground.end());

/** `ms` is the time from `since` until the server is ready. */
async function timedStart(since = performance.now()): Promise<{ server: ServerProcess; ms: number }> {
  const server = await ground.start(site);
  return { server, ms: performance.now() - since };
}

async function end(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  expect((await server.ended()).code).toBe(0);
}

function compiledFiles(): number {
  return existsSync(cache) ? readdirSync(cache, { recursive: true }).length : 0;
}

/** Writes 20,000 posts of 500 users, without a checkpoint. */
async function fill(): Promise<void> {
  const client = new pg.Client(embeddedConnection(site.DATA_DIR));
  await client.connect();
  const person = (n: string) => `('00000000-0000-7000-8000-' || lpad(((${n}) % 500)::text, 12, '0'))::uuid`;
  for (const text of [
    `CREATE TEMP TABLE made AS
       SELECT uuidv7() AS id, ${person('n')} AS owner, repeat('gol de la popular ', 8) || n AS text, now() AS at
       FROM generate_series(1, 20000) n`,
    `INSERT INTO posts (id, owner_uid, text, created_at, updated_at) SELECT id, owner, text, at, at FROM made`,
    `INSERT INTO post_summaries (id, owner_uid, text, created_at) SELECT id, owner, text, at FROM made`,
    `INSERT INTO post_counters (post_id, likes) SELECT id, 5 FROM made`,
    `INSERT INTO user_posts (owner_uid, post_id) SELECT owner, id FROM made`,
    `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid)
       SELECT ${person('r * 37')}, id, id, owner FROM made, generate_series(1, 10) r`,
    `INSERT INTO likes (post_id, uid, created_at) SELECT id, ${person('r * 17')}, at FROM made, generate_series(1, 5) r`,
  ]) {
    await client.query(text);
  }
  await client.end();
}

it('the compile cache is written when the server is ready, for a start after kill -9', async () => {
  const { server } = await timedStart();
  await expect.poll(compiledFiles, { timeout: 10_000 }).toBeGreaterThan(10);
  server.kill('SIGKILL');
  await server.ended();
});

it('after kill -9 with 20,000 posts the server is ready within 3 s, or twice a clean start', async () => {
  await end((await timedStart()).server);
  const before = await timedStart();
  const ana = new Fan(before.server);
  const password = 'aguante-la-popular';
  await ana.call('signUp', { displayName: 'Ana', email: 'ana@ejemplo.ar', password, acceptedTos: true });
  await fill();
  const { post } = await ana.call('publishPost', { text: 'la última' });
  const killedAt = performance.now();
  before.server.kill('SIGKILL');
  await before.server.ended();

  const after = await timedStart(killedAt);
  const { post: storedPost } = await new Fan(after.server, ana.cookie).call('getPost', { postId: post.id });
  expect(storedPost.text).toBe('la última');
  await end(after.server);
  const clean = await timedStart();
  await end(clean.server);
  const times = [before, after, clean].map(({ ms }) => `${ms.toFixed(0)} ms`).join(', ');
  expect(after.ms, times).toBeLessThan(Math.max(3_000, 2 * Math.max(before.ms, clean.ms)));
}, 180_000);
