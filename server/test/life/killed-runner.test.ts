import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, it } from 'vitest';

import { lockAgainstFanOut } from '../../src/timeline/store/timeline.ts';
import { Fan } from './fan.ts';
import { Ground, type ServerProcess } from './server-process.ts';
import { startSharedDatabase } from './shared-database.ts';

const ground = new Ground();
const database = await startSharedDatabase(ground);
afterAll(async () => {
  await ground.killServers();
  await database.stop();
  await ground.end();
});

const password = 'aguante-la-popular';

async function join(server: ServerProcess, name: string): Promise<Fan> {
  const fan = new Fan(server);
  await fan.call('signUp', { displayName: name, email: `${name}@ejemplo.ar`, password, acceptedTos: true });
  return fan;
}

/** Never answers the first message. `mails` counts by recipient. */
async function slowMailServer(): Promise<{ url: string; mails: Map<string, number>; close: () => void }> {
  const mails = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => {
      mails.set(address, (mails.get(address) ?? 0) + 1);
      done();
    },
    onData: (stream, _, done) => {
      const isFirst = [...mails.values()].reduce((sum, count) => sum + count) === 1;
      stream.resume();
      stream.on('end', () => {
        if (!isFirst) done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => server.close() };
}

it('the jobs that a killed process had taken are done by another one within 40 seconds, once', async () => {
  const mail = await slowMailServer();
  const start = async (JOBS: string) =>
    ground.start({
      ...database.site,
      DATA_DIR: await ground.folder(),
      SMTP_URL: mail.url,
      JOBS,
    });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const query = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;

  const serving = await start('off');
  const fans = [await join(serving, 'Ana'), await join(serving, 'Beto'), await join(serving, 'Carla')];
  const author = await join(serving, 'Dora');
  const { user } = await author.call('getSession');
  for (const fan of fans) await fan.call('followUser', { targetUid: user!.uid });
  // A job writes a post to the timelines of followers only when they are many.
  await query(`UPDATE users SET followers_count = 2001 WHERE uid = '${user!.uid}'`);
  for (const name of ['ana', 'beto', 'carla'])
    await author.call('requestPasswordReset', { email: `${name}@ejemplo.ar` });
  const posts: string[] = [];
  for (let n = 0; n < 97; n++)
    posts.unshift((await author.call('publishPost', { text: `gol ${n}` })).post.id);
  const jobs = () => query<{ locked_by: string | null }>('SELECT locked_by FROM graphile_worker.jobs');
  expect((await jobs()).length).toBeGreaterThanOrEqual(100);
  expect((await jobs()).every((job) => job.locked_by === null)).toBe(true);

  // The jobs wait for a lock, and the mail for the mail server.
  await client.query('BEGIN');
  await client.query('LOCK TABLE timeline IN EXCLUSIVE MODE');
  const victim = await start('on');
  const runners = async () => {
    const lockOwners = (await jobs()).flatMap((job) => job.locked_by ?? []);
    return [...Map.groupBy(lockOwners, (id) => id)].map(([id, all]) => ({ id, count: all.length }));
  };
  await expect.poll(runners, { timeout: 20_000 }).toHaveLength(1);
  const [{ id } = { id: '' }] = await runners();
  await expect.poll(() => mail.mails.size, { timeout: 20_000 }).toBe(1);
  // A runner looks for dead runners when it starts: it must not take this one for dead.
  await start('on');
  const takenByKilled = async () => (await runners()).find((runner) => runner.id === id)?.count ?? 0;
  await expect.poll(takenByKilled, { timeout: 20_000, interval: 10 }).toBeGreaterThanOrEqual(6);
  victim.kill('SIGKILL');
  const killedAt = performance.now();
  await victim.ended();
  await client.query('ROLLBACK');
  expect(await takenByKilled()).toBeGreaterThanOrEqual(6);
  await expect.poll(async () => (await jobs()).length, { timeout: 60_000, interval: 200 }).toBe(0);
  expect(performance.now() - killedAt).toBeLessThan(40_000);

  for (const fan of fans) {
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await fan.call('getFeed', { tab: 'siguiendo', ...(cursor && { cursor }) });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(ids).toEqual(posts);
  }
  expect([...mail.mails.values()].toSorted((a, b) => a - b)).toEqual([1, 1, 2]);
  await client.end();
  mail.close();
}, 120_000);

it('a post whose process was killed before its fan-out reaches the followers when another one starts', async () => {
  const start = async () => ground.start({ ...database.site, DATA_DIR: await ground.folder() });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const victim = await start();
  const [fan, author] = [await join(victim, 'Elena'), await join(victim, 'Fede')];
  const { user } = await author.call('getSession');
  await fan.call('followUser', { targetUid: user!.uid });
  await client.query('BEGIN');
  await lockAgainstFanOut(
    { run: async (query, values) => (await client.query(query.text, [...values])).rows },
    [user!.uid],
  );
  const { post } = await author.call('publishPost', { text: '¡Golazo!' });
  victim.kill('SIGKILL');
  await victim.ended();
  // The database would go on with what it was asked.
  const { rowCount } = await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
  );
  expect(rowCount).toBe(1);
  await client.query('ROLLBACK');
  const reader = new Fan(await start(), fan.cookie);
  const feed = async () => (await reader.call('getFeed', { tab: 'siguiendo' })).items.map(({ id }) => id);
  await expect.poll(feed, { timeout: 10_000 }).toEqual([post.id]);
  await client.end();
}, 60_000);
