import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join as joinPath, resolve } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { embeddedConnection } from '../../src/platform/postgres/embedded-postgres.ts';
import { Fan } from './fan.ts';
import { Ground, type ServerProcess } from './server-process.ts';
import { runTablon } from './tablon-process.ts';

const clubFile = joinPath(import.meta.dirname, '../../data/clubs.csv');
const ground = new Ground();
const site = { DATA_DIR: await ground.folder(), RATE_LIMITS: 'off' };
const password = 'aguante-la-popular';
let server: ServerProcess;
let ana: Fan;
afterAll(() => ground.end());

async function join(name: string): Promise<Fan> {
  const fan = new Fan(server);
  const displayName = name[0]?.toUpperCase() + name.slice(1);
  await fan.call('signUp', { displayName, email: `${name}@ejemplo.ar`, password, acceptedTos: true });
  return fan;
}

const tool = (...args: string[]) => runTablon(args, site);

beforeAll(async () => {
  server = await ground.start(site);
  ana = await join('ana');
}, 60_000);

describe('while the site runs', () => {
  it('admin rights are granted and revoked without a new sign-in, by address or handle', async () => {
    const { user } = await ana.call('getSession');
    const handle = `@${user?.handle}`;
    const line = `${handle} (Ana)`;
    expect(await tool('grant-admin', 'ana@ejemplo.ar')).toEqual({
      code: 0,
      output: `${line} is an admin.\n`,
      complaint: '',
    });
    expect((await ana.call('getSession')).isAdmin).toBe(true);
    expect((await ana.call('getDashboard')).users).toBeGreaterThan(0);
    const audit = (await ana.call('adminListAudit')).items[0];
    expect(audit).toMatchObject({ actor: null, action: 'admin-granted', target: { label: handle } });
    expect((await tool('list-admins')).output).toContain(`${line} since `);
    expect((await tool('grant-admin', handle)).output).toBe(`${line} is an admin already.\n`);

    expect((await tool('revoke-admin', handle)).output).toBe(`${line} is no admin.\n`);
    expect((await ana.call('getSession')).isAdmin).toBe(false);
    await expect(ana.call('getDashboard')).rejects.toThrow(/403/);
    expect((await tool('list-admins')).output).toBe('No admins were granted.\n');
  });

  it('the configured super-admin is not reported as one without rights', async () => {
    const configured = { ...site, SUPER_ADMIN_EMAIL: 'ana@ejemplo.ar' };
    const { user } = await ana.call('getSession');
    const { code, complaint } = await runTablon(['revoke-admin', `@${user?.handle}`], configured);
    expect([code, complaint]).toEqual([0, '']);
    const client = new pg.Client(embeddedConnection(site.DATA_DIR));
    await client.connect();
    await client.query('UPDATE accounts SET email_verified_at = now() WHERE uid = $1', [user?.uid]);
    await client.end();
    expect(await runTablon(['revoke-admin', 'ana@ejemplo.ar'], configured)).toMatchObject({
      code: 1,
      output: '',
      complaint: `@${user?.handle} (Ana) stays the super-admin, by SUPER_ADMIN_EMAIL.\n`,
    });
  });

  it('a suspension ends sessions cached by the server, and open streams', async () => {
    const beto = await join('beto');
    const stream = await fetch(`${server.url}/api/events`, { headers: { cookie: beto.cookie } });
    const events = new Response(stream.body).text();
    const { output } = await tool('suspend', 'beto@ejemplo.ar');
    expect(output).toMatch(/ \(Beto\) is suspended\.\n$/);
    // Otherwise this request would never end.
    expect(await events).toContain('event: session-ended');
    await expect(beto.call('getFeed', { tab: 'paraVos' })).rejects.toThrow(/401/);
    await tool('reactivate', 'beto@ejemplo.ar');
    await beto.call('signIn', { email: 'beto@ejemplo.ar', password });
    await beto.call('publishPost', { text: 'volví' });
  });

  it('clubs are added and changed from a file, and the running site shows them', async () => {
    const file = joinPath(await ground.folder(), 'clubs.csv');
    const [head = '', ...rows] = (await readFile(clubFile, 'utf8')).split('\n');
    const boca = rows.find((row) => row.startsWith('boca;')) ?? '';
    const newClub = boca.replace('boca;', 'del-barrio;').replaceAll('Boca', 'Del Barrio');
    await writeFile(file, [head, boca.replace(/Boca Juniors/, 'Boca de Siempre'), newClub].join('\n'));
    expect(await tool('clubs', 'import', file)).toEqual({
      code: 0,
      output: '1 clubs added, 1 changed, 0 as they were.\n',
      complaint: '',
    });
    const nameOf = async (slug: string) => (await ana.call('getClub', { slug })).club.name;
    await expect.poll(() => nameOf('boca')).toBe('Boca de Siempre');
    expect(await nameOf('del-barrio')).toContain('Del Barrio');
    expect((await tool('clubs', 'import', file)).output).toBe('0 clubs added, 0 changed, 2 as they were.\n');
    expect((await tool('clubs', 'import', `${file}.no`)).complaint).toMatch(/^There is no file /);
  });
});

it('an impossible command fails with one line', async () => {
  for (const [args, complaint] of [
    [['grant-admin', '@nadie'], 'There is no user @nadie.\n'],
    [['suspend', '@tablon'], '@tablon (Tablón) is the official account and cannot be suspended.\n'],
    [['backup', 'x', '--keep', '-3'], "Option '--keep' argument is ambiguous.\n"],
    [
      ['clubs', 'import', import.meta.dirname],
      'clubs failed: EISDIR: illegal operation on a directory, read.\n',
    ],
    [['clubs', 'import', 'none.csv'], `There is no file ${resolve('none.csv')}.\n`],
    [['backup', ''], 'The file or folder is missing.\n'],
    [['backup', '--a.b'], "Unknown option '--a.b'.\n"],
    [['destroy'], "Unknown command 'destroy'. npm run tablon -- help lists the commands.\n"],
  ] as const) {
    expect(await tool(...args)).toEqual({ code: 1, output: '', complaint });
  }
});

it('the account that MAIN_USER names cannot be suspended either', async () => {
  const { user } = await ana.call('getSession');
  const named = { ...site, MAIN_USER: `@${user?.handle}` };
  expect(await runTablon(['suspend', 'ana@ejemplo.ar'], named)).toEqual({
    code: 1,
    output: '',
    complaint: `@${user?.handle} (Ana) is the official account and cannot be suspended.\n`,
  });
});

it('where no site was ever started a command says so and makes nothing', async () => {
  const folder = await ground.folder();
  for (const dataDir of [folder, joinPath(folder, 'mistyped')]) {
    const { code, complaint } = await runTablon(['list-admins'], { DATA_DIR: dataDir });
    expect([code, complaint]).toEqual([
      1,
      'There is no site in this database yet: start it once, or check DATA_DIR.\n',
    ]);
  }
  expect(await readdir(folder)).toEqual([]);
});

it('an import whose report cannot be written does not begin', async () => {
  const folder = await ground.folder();
  const path = joinPath(folder, 'export.json');
  await writeFile(path, '{"users": {}}');
  const report = joinPath(folder, 'none/report.ndjson');
  expect(await tool('import', path, '--report', report)).toEqual({
    code: 1,
    output: '',
    complaint: `import failed: ENOENT: no such file or directory, open '${report}'.\n`,
  });
});

it('a new official account is followed by users who join after the next start, and counted', async () => {
  const { user } = await ana.call('getSession');
  const carla = await join('carla');
  await carla.call('followUser', { targetUid: user?.uid ?? '' });
  expect((await tool('set-official', `@${user?.handle}`)).output).toContain('is the official account.');
  server.kill('SIGTERM');
  await server.ended();
  server = await ground.start(site);
  const dora = await join('dora');
  const { following } = await dora.call('getProfile', { uid: user?.uid });
  expect(following).toBe(true);
  await expect
    .poll(async () => (await dora.call('getProfile', { uid: user?.uid })).profile.followersCount, {
      timeout: 15_000,
    })
    .toBe(2);
  const former = await dora.call('getProfile', { uid: '@tablon' });
  // Ana, Beto and Carla followed it when they joined.
  expect([former.following, former.profile.followersCount]).toEqual([false, 3]);
  const again = new Fan(server, carla.cookie);
  await again.call('unfollowUser', { targetUid: former.profile.uid });
  expect((await again.call('getProfile', { uid: '@tablon' })).profile.followersCount).toBe(2);
}, 60_000);
