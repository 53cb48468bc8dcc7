import pg from 'pg';
import { afterAll, expect, it } from 'vitest';

import { Ground } from './server-process.ts';
import { startSharedDatabase } from './shared-database.ts';

const ground = new Ground();
const database = await startSharedDatabase(ground);
afterAll(async () => {
  await ground.killServers();
  await database.stop();
  await ground.end();
});

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
