import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';

import { castPassword } from '../../src/operations/seed/cast.ts';
import { cloneDatabase } from '../database.ts';
import { legacyExport } from '../fixtures/legacy-export.ts';
import { Fan } from '../life/fan.ts';
import { Ground } from '../life/server-process.ts';
import { runSeed, runTablon } from '../life/tablon-process.ts';

const ground = new Ground();
afterAll(() => ground.end());

async function newSite({ empty = true, node = 0 } = {}) {
  const { connection } = await cloneDatabase({ empty });
  const { user, database, password } = connection;
  const { host, port } = inject('testServer').nodes[node] ?? connection;
  const login = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  return {
    connection,
    environment: {
      DATABASE_URL: `postgres://${login}@${host}:${port}/${database}`,
      DATA_DIR: await ground.folder(),
      RATE_LIMITS: 'off',
    },
  };
}

async function query<T extends object>(connection: pg.ClientConfig, text: string): Promise<T[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

const origin = await newSite();
const target = await newSite();
const folder = await ground.folder();
const archive = join(folder, 'site.tar');

const drift = (connection: pg.ClientConfig) =>
  query(
    connection,
    `SELECT c.post_id FROM post_counters c WHERE
       c.likes <> (SELECT count(*) FROM likes l WHERE l.post_id = c.post_id) OR
       c.comments <> (SELECT count(*) FROM comments l WHERE l.post_id = c.post_id) OR
       c.reposts <> (SELECT count(*) FROM reposts l WHERE l.post_id = c.post_id)`,
  );

describe('on Citus', () => {
  it('an empty database is migrated, filled with the example data, and served', async () => {
    const seeded = await runSeed(['--users', '100', '--posts', '300'], origin.environment);
    expect(seeded).toMatchObject({ code: 0, complaint: '' });
    const server = await ground.start(origin.environment);
    const fan = new Fan(server);
    await fan.call('signIn', { email: 'lauti@hinchada.example', password: castPassword });
    expect((await fan.call('getFeed', { tab: 'siguiendo' })).items).toHaveLength(10);
    expect((await fan.call('getFeed', { tab: 'paraVos' })).items).toHaveLength(10);
    expect(await drift(origin.connection)).toEqual([]);
    server.kill('SIGTERM');
    await server.ended();
  }, 300_000);

  it('a site that is written to is backed up, and restored with equal counters', async () => {
    const server = await ground.start(origin.environment);
    const fans = [new Fan(server), new Fan(server)] as const;
    for (const [i, fan] of fans.entries())
      await fan.call('signUp', {
        displayName: `Hincha ${i}`,
        email: `hincha${i}@ejemplo.ar`,
        password: 'aguante-la-popular',
        acceptedTos: true,
      });
    const stop = new AbortController();
    const write = async () => {
      while (!stop.signal.aborted) {
        const { post } = await fans[0].call('publishPost', { text: 'gol' });
        await fans[1].call('likePost', { postId: post.id });
        await fans[1].call('addComment', { postId: post.id, text: 'vamos' });
      }
    };
    const writing = Promise.all([write(), write()]);
    const backupRun = await runTablon(['backup', archive], origin.environment);
    stop.abort();
    await writing;
    expect(backupRun).toMatchObject({ code: 0, complaint: '' });
    server.kill('SIGTERM');
    await server.ended();

    expect(await runTablon(['restore', archive], target.environment)).toMatchObject({
      code: 0,
      complaint: '',
    });
    expect(await drift(target.connection)).toEqual([]);
    const [spread] = await query<{ tables: number }>(
      target.connection,
      "SELECT count(*) AS tables FROM citus_tables WHERE citus_table_type = 'distributed'",
    );
    expect(Number(spread?.tables)).toBeGreaterThan(15);
    expect(await runTablon(['repair'], target.environment)).toMatchObject({ code: 0, complaint: '' });
  }, 300_000);

  it('a restore over a site needs --force, and replaces all of it', async () => {
    const plainRun = await runTablon(['restore', archive], target.environment);
    expect(plainRun.complaint).toBe('The database is not empty. With --force everything in it is deleted.\n');
    const forcedRun = await runTablon(['restore', archive, '--force'], target.environment);
    expect(forcedRun).toMatchObject({ code: 0, complaint: '' });
    expect(await drift(target.connection)).toEqual([]);
  }, 300_000);

  it('the export of an earlier site is imported', async () => {
    const path = join(folder, 'export.ndjson');
    await writeFile(
      path,
      legacyExport()
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const importRun = await runTablon(['import', path], (await newSite({ empty: false })).environment);
    expect(importRun).toMatchObject({ code: 0, complaint: '' });
    expect(importRun.output).toMatch(/posts: 35 read, 30 imported/);
  }, 300_000);
});

describe('a server does not start', () => {
  it('on a coordinator that is not in its own metadata', async () => {
    const { connection, environment } = await newSite({ empty: false });
    await query(connection, 'DELETE FROM pg_dist_node WHERE groupid = 0');
    const { code, complaint } = await runTablon(['list-admins'], environment);
    expect([code, complaint]).toEqual([
      1,
      expect.stringMatching(
        /: the Citus coordinator does not know itself: run SELECT citus_set_coordinator_host\('<its host>', <its port>\)\.\n$/,
      ),
    ]);
  });

  it('on a worker', async () => {
    const { environment } = await newSite({ empty: false, node: 1 });
    const { code, complaint } = await runTablon(['list-admins'], environment);
    expect([code, complaint]).toEqual([
      1,
      expect.stringMatching(/: it is on a worker of Citus, and has to be on the coordinator\.\n$/),
    ]);
  });
});
