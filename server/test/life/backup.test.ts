import { copyFile, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { embeddedConnection } from '../../src/platform/postgres/embedded-postgres.ts';
import { jpegOf } from '../pictures.ts';
import { Fan } from './fan.ts';
import { Ground } from './server-process.ts';
import { runTablon, ToolProcess } from './tablon-process.ts';

const ground = new Ground();
const folder = await ground.folder();
const origin = { DATA_DIR: await ground.folder(), RATE_LIMITS: 'off' };
const target = { DATA_DIR: await ground.folder(), RATE_LIMITS: 'off' };
const password = 'aguante-la-popular';
afterEach(() => ground.killServers());
afterAll(() => ground.end());

const drill = { archive: '', cookie: '', anaUid: '', mediaUrl: '', picture: Buffer.alloc(0), before: [''] };

beforeAll(async () => {
  const server = await ground.start(origin);
  const ana = new Fan(server);
  const beto = new Fan(server);
  for (const [fan, name] of [
    [ana, 'ana'],
    [beto, 'beto'],
  ] as const) {
    await fan.call('signUp', { displayName: name, email: `${name}@ejemplo.ar`, password, acceptedTos: true });
  }
  const { user } = await ana.call('getSession');
  drill.anaUid = user?.uid ?? '';
  await beto.call('followUser', { targetUid: drill.anaUid });
  // A job writes a post to the timelines of followers only when they are many.
  await query(origin.DATA_DIR, `UPDATE users SET followers_count = 2001 WHERE uid = '${drill.anaUid}'`);
  const { key } = await ana.upload(await jpegOf(300_000));
  const { post } = await ana.call('publishPost', { text: 'con foto', media: { key } });
  drill.mediaUrl = post.media?.url ?? '';
  drill.picture = Buffer.from(await (await fetch(server.url + drill.mediaUrl)).arrayBuffer());
  drill.cookie = ana.cookie;
  drill.before = [post.id];

  const stop = new AbortController();
  const write = async () => {
    for (let n = 0; !stop.signal.aborted; n++) {
      const { post } = await ana.call('publishPost', { text: `gol ${n}\t\\ "\n☀️` });
      if (drill.archive === '') drill.before.push(post.id);
      await beto.call('likePost', { postId: post.id });
      await beto.call('addComment', { postId: post.id, text: 'vamos' });
      await beto.call('repostPost', { postId: post.id });
    }
  };
  const writing = Promise.all([write(), write()]);
  while (drill.before.length < 20) await new Promise((resolve) => setTimeout(resolve, 20));
  drill.archive = join(folder, 'drill.tar');
  const backup = await runTablon(['backup', drill.archive], origin);
  stop.abort();
  await writing;
  if (backup.code !== 0) throw new Error(backup.complaint);
  server.kill('SIGTERM');
  await server.ended();
}, 60_000);

async function query<T extends object>(dataDir: string, text: string): Promise<T[]> {
  const client = new pg.Client(embeddedConnection(dataDir));
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('a backup', () => {
  it('is readable only by its owner and leaves no draft', async () => {
    expect((await stat(drill.archive)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['drill.tar']);
  });

  it.each([
    ['truncated in the middle', (bytes: number) => bytes >> 1],
    ['truncated by a byte', (bytes: number) => bytes - 1],
    ['truncated after a whole block', (bytes: number) => bytes - 512],
    ['empty', () => 0],
  ])('is refused when it is %s', async (_how, length) => {
    const copy = join(folder, 'cut.tar');
    await copyFile(drill.archive, copy);
    await truncate(copy, length((await stat(copy)).size));
    const { code, complaint } = await runTablon(['restore', copy], target);
    expect([code, complaint]).toEqual([1, `${copy} is truncated, or not a backup of this program.\n`]);
  });

  it.each([0, 0.2, 0.5, 0.9])('is refused when a byte at %d of it was altered', async (where) => {
    const copy = join(folder, 'altered.tar');
    const bytes = await readFile(drill.archive);
    const offset = Math.floor(bytes.length * where);
    bytes[offset] = (bytes[offset] ?? 0) ^ 1;
    await writeFile(copy, bytes);
    const { code, complaint } = await runTablon(['restore', copy], target);
    expect([code, complaint]).toEqual([
      1,
      `${copy} is damaged or was altered: its SHA-256 does not match.\n`,
    ]);
  });

  it('can be verified without being restored', async () => {
    const { code, output } = await runTablon(['restore', drill.archive, '--check'], target);
    expect([code, output]).toEqual([0, expect.stringMatching(/^\S+ is intact: made .*, 1 files\n$/)]);
    expect(await readdir(target.DATA_DIR)).toEqual([]);
  });
});

describe('a restored site', () => {
  it('starts and has every post, counter, timeline entry, file and session of the backup', async () => {
    const plainRun = await runTablon(['restore', drill.archive], target);
    expect(plainRun).toMatchObject({ code: 0, complaint: '' });
    const server = await ground.start(target);

    const ana = new Fan(server);
    await ana.call('signIn', { email: 'ana@ejemplo.ar', password });
    for (const postId of drill.before) await ana.call('getPost', { postId });
    const restoredSession = await new Fan(server, drill.cookie).call('getSession');
    expect(restoredSession.user?.uid).toBe(drill.anaUid);
    const picture = await fetch(server.url + drill.mediaUrl);
    expect(Buffer.from(await picture.arrayBuffer()).equals(drill.picture)).toBe(true);

    const counts = await query<{ wrong: number; posts: number }>(
      target.DATA_DIR,
      `SELECT count(*)::int AS posts, count(*) FILTER (WHERE
         c.likes <> (SELECT count(*) FROM likes l WHERE l.post_id = c.post_id) OR
         c.comments <> (SELECT count(*) FROM comments l WHERE l.post_id = c.post_id) OR
         c.reposts <> (SELECT count(*) FROM reposts l WHERE l.post_id = c.post_id))::int AS wrong
       FROM post_counters c JOIN posts p ON p.id = c.post_id`,
    );
    expect(counts[0]?.wrong).toBe(0);
    expect(counts[0]?.posts).toBeGreaterThanOrEqual(drill.before.length);
    const { profile } = await ana.call('getProfile', { uid: drill.anaUid });
    expect(profile.postsCount).toBe(counts[0]?.posts);

    // The backup holds an unfinished fan-out.
    await expect
      .poll(async () => (await query(target.DATA_DIR, notOnTimelines)).length, { timeout: 10_000 })
      .toBe(0);
    server.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  });

  it('is not overwritten without --force', async () => {
    const again = await runTablon(['restore', drill.archive], target);
    expect([again.code, again.complaint]).toEqual([
      1,
      'The database is not empty. With --force everything in it is deleted.\n',
    ]);
    const forcedRun = await runTablon(['restore', drill.archive, '--force', '--end-sessions'], target);
    expect(forcedRun).toMatchObject({ code: 0, complaint: '' });
    const server = await ground.start(target);
    expect((await new Fan(server, drill.cookie).call('getSession')).user).toBeNull();
  });

  it('is not overwritten while it runs', async () => {
    await ground.start(target);
    const { code, complaint } = await runTablon(['restore', drill.archive, '--force'], target);
    expect([code, complaint]).toEqual([
      1,
      `DATA_DIR ${target.DATA_DIR} is in use: this site is running already.\n`,
    ]);
  });
});

const notOnTimelines = `
  SELECT p.id FROM posts p JOIN followers f ON f.followee = p.owner_uid
  WHERE NOT EXISTS (
    SELECT FROM timeline t WHERE t.reader_uid = f.follower AND t.post_id = p.id)`;

describe('backups in a folder', () => {
  it('are named by their time, and older ones are removed', async () => {
    const place = await ground.folder();
    for (const name of ['tablon-20250101T000000Z.tar', 'tablon-20250102T000000Z.tar', 'otro.tar']) {
      await writeFile(join(place, name), '');
    }
    expect(await runTablon(['backup', place, '--keep', '2'], origin)).toMatchObject({
      code: 0,
      complaint: '',
    });
    expect((await readdir(place)).toSorted()).toEqual([
      'otro.tar',
      'tablon-20250102T000000Z.tar',
      expect.stringMatching(/^tablon-\d{8}T\d{6}Z\.tar$/),
    ]);
  });

  it('never remove the one that was just made, whatever the clock said before', async () => {
    const place = await ground.folder();
    await writeFile(join(place, 'tablon-20990101T000000Z.tar'), '');
    const { code, output } = await runTablon(['backup', place, '--keep', '1'], origin);
    expect([code, output]).toEqual([0, expect.stringContaining('Removed: tablon-20990101T000000Z.tar\n')]);
    const [made = ''] = await readdir(place);
    expect(await runTablon(['restore', join(place, made), '--check'], origin)).toMatchObject({ code: 0 });
  });

  it('also remove stale drafts of killed backups, but none that may be running', async () => {
    const place = await ground.folder();
    const [stale, running, other] = ['20250101T000000Z.tar', '20250102T000000Z.tar', 'otro.tar'].map(
      (name) => `tablon-${name}.partial`,
    ) as [string, string, string];
    for (const name of [stale, running, other]) await writeFile(join(place, name), '');
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
    for (const name of [stale, other]) await utimes(join(place, name), twoDaysAgo, twoDaysAgo);
    const { code, output } = await runTablon(['backup', place, '--keep', '1'], origin);
    expect([code, output]).toEqual([0, expect.stringContaining(`Removed: ${stale}\n`)]);
    const drafts = (await readdir(place)).filter((name) => name.endsWith('.partial'));
    expect(drafts.toSorted()).toEqual([running, other].toSorted());
  });

  it('are neither made nor removed after a restore that failed and left the database empty', async () => {
    const emptied = { DATA_DIR: await ground.folder() };
    const media = join(emptied.DATA_DIR, 'media');
    await writeFile(media, '');
    const restore = await runTablon(['restore', drill.archive, '--force'], emptied);
    expect(restore).toMatchObject({ code: 1, complaint: expect.stringContaining('files are not available') });
    await rm(media);
    const place = await ground.folder();
    const earlier = 'tablon-20250101T000000Z.tar';
    await writeFile(join(place, earlier), '');
    expect(await runTablon(['backup', place, '--keep', '1'], emptied)).toEqual({
      code: 1,
      output: '',
      complaint: 'The database is empty, as after a restore that failed: nothing was backed up.\n',
    });
    expect(await readdir(place)).toEqual([earlier]);
  });

  it('fail with one line when another writes the same file or they are interrupted, and leave no draft', async () => {
    await ground.start(origin);
    const client = new pg.Client(embeddedConnection(origin.DATA_DIR));
    await client.connect();
    try {
      await client.query('BEGIN');
      // The backup waits for this table.
      await client.query('LOCK TABLE ads');
      const place = await ground.folder();
      const backup = new ToolProcess('tablon-main.js', ['backup', place], origin);
      await expect.poll(() => readdir(place)).toEqual([expect.stringMatching(/\.partial$/)]);
      const [draft = ''] = await readdir(place);
      const sameName = ['backup', join(place, draft.replace('.partial', ''))];
      expect(await runTablon(sameName, origin)).toMatchObject({
        code: 1,
        complaint: expect.stringMatching(/\.partial is another backup under way; .*\n$/),
      });
      expect(await readdir(place)).toEqual([draft]);
      backup.kill('SIGTERM');
      expect(await backup.ended()).toEqual({ code: 130, output: '', complaint: 'Interrupted.\n' });
      expect(await readdir(place)).toEqual([]);
    } finally {
      await client.end();
    }
  });
});

describe('the tool', () => {
  it.each([
    [['frobnicate'], "Unknown command 'frobnicate'. npm run tablon -- help lists the commands."],
    [['backup'], 'The file or folder is missing.'],
    [['restore', 'a', 'b'], "'b' is an unexpected argument."],
    [['restore', '/nonexistent/a.tar'], '/nonexistent/a.tar cannot be read: ENOENT.'],
    [['restore', '/tmp'], '/tmp is not a file.'],
    [['backup', '/proc/a.tar'], /^backup failed: ENOENT: .* '\/proc\/a\.tar\.partial'\.$/m],
    [['backup', '/nonexistent/a.tar'], 'There is no folder /nonexistent.'],
    [['backup', '/etc/passwd/a.tar'], 'There is no folder /etc/passwd.'],
    [['backup', '/nonexistent/a.tar', '--fast'], "Unknown option '--fast'."],
  ])('reports in one line what is wrong with %j', async (args, line) => {
    const { code, complaint } = await runTablon(args, origin);
    expect([code, complaint.replace(line, 'it')]).toEqual([1, 'it\n']);
  });
});
