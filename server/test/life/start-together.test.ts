import pg from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';

import { keepRestoreOut } from '../../src/kernel/keep-restore-out.ts';
import { lockOutSite } from '../../src/kernel/store/site-processes.ts';
import { createPool } from '../../src/platform/postgres/database.ts';
import { Ground } from './server-process.ts';
import { startSharedDatabase } from './shared-database.ts';
import { runSeed, runTablon } from './tablon-process.ts';

const ground = new Ground();
const database = await startSharedDatabase(ground);
afterAll(async () => {
  await ground.killServers();
  await database.stop();
  await ground.end();
});

it('while a restore runs, neither a site nor a command starts or writes, and the other way round', async () => {
  const db = createPool({ connection: { connectionString: database.url }, onError: () => {} });
  onTestFinished(() => db.raw.end());
  const DATA_DIR = await ground.folder();
  const env = { ...database.site, DATA_DIR };
  const restore = await db.session();
  onTestFinished(restore.close);
  expect(await lockOutSite(restore.db)).toBe(true);
  const line = 'A backup is being restored into this database: wait until that has ended.\n';
  for (const PROCESSES of ['1', '2']) {
    const server = await ground.spawn({ ...env, PROCESSES });
    expect(await server.ended()).toMatchObject({ code: 1, complaint: line });
  }
  expect(await runTablon(['backup', DATA_DIR], env)).toEqual({ code: 1, output: '', complaint: line });
  expect(await runSeed([], env)).toEqual({ code: 1, output: '', complaint: line });
  expect((await db.raw.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0);
  await restore.close();

  const endStart = await keepRestoreOut(db);
  const later = await db.session();
  onTestFinished(later.close);
  expect(await lockOutSite(later.db)).toBe(false);
  await endStart();
  await expect.poll(() => lockOutSite(later.db)).toBe(true);
}, 60_000);

it('five processes that start at once on an empty database all start, and one shows the link', async () => {
  const SUPER_ADMIN_EMAIL = 'jefa@ejemplo.ar';
  const dataDirs = await Promise.all([1, 2, 3].map(() => ground.folder()));
  // Two processes share a folder, as on one machine.
  const folders = [...dataDirs, ...dataDirs.slice(1)];
  const servers = await Promise.all(
    folders.map((DATA_DIR) => ground.start(Object.assign({ DATA_DIR, SUPER_ADMIN_EMAIL }, database.site))),
  );

  for (const { url } of servers) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const links = servers.flatMap((server) => server.output.match(/recuperar\?token=[\w-]+/g) ?? []);
  expect(links).toHaveLength(1);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('SELECT handle FROM users ORDER BY official DESC');
  expect(rows).toEqual([{ handle: 'tablon' }, { handle: expect.stringMatching(/^moderacion/) }]);
  await client.end();

  for (const server of servers) server.kill('SIGTERM');
  for (const server of servers) expect(await server.ended()).toMatchObject({ code: 0, complaint: '' });
}, 120_000);
