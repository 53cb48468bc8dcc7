import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { legacyExport } from '../../../test/fixtures/legacy-export.ts';
import { solid } from '../../../test/pictures.ts';
import { openSite, type TestSite, type User, type Visitor } from '../../../test/site.ts';
import { writesOn } from '../../../test/writes.ts';
import { DiskFiles } from '../../platform/files/disk-files.ts';
import { exportDocuments } from './export-documents.ts';
import type { ImportContext } from './import-context.ts';
import { ImportReport } from './import-report.ts';
import { importSite } from './import-site.ts';

const { db } = await cloneDatabase();
const lines = legacyExport();
let site: TestSite;
let folder: string;
let first: { report: ImportReport; skipped: object[] };
let reader: User;

beforeAll(async () => {
  site = await openSite(db, { mainUser: '' });
  folder = await mkdtemp(join(tmpdir(), 'tablon-import-'));
  const write = async (path: string, bytes: string | Buffer) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  // Referenced documents come after those that refer to them.
  const rank = ({ path }: { path: string }) =>
    path.split('/').length * 2 + (path.startsWith('users') ? 0 : 1);
  const reversedLines = lines.toSorted((a, b) => rank(b) - rank(a));
  await write('export/a.ndjson', reversedLines.map((line) => JSON.stringify(line)).join('\n'));
  await write('export/b.ndjson', '{"path": "users/roto"\n\n["nada"]\n');
  const picture = await solid(60, 40).jpeg().toBuffer();
  const pictures = [
    'avatars/u0/avatar.jpg',
    'avatars/u11/avatar.jpg',
    'users/u1/posts/1_gol.jpg',
    'ads/u1/1.jpg',
  ];
  for (const path of [...pictures, 'users/u1/cover.jpg', 'users/u6/previews/nota.jpg'])
    await write(`media/${path}`, picture);
  await write(
    'media/users/u3/cover.mp4',
    await readFile(join(import.meta.dirname, '../../../test/fixtures/tagged.mp4')),
  );
  first = await run(join(folder, 'export'));
  reader = await site.user('Lectora');
}, 60_000);
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

async function run(path: string, beforeFirstTransaction = async () => {}) {
  let isFirst = true;
  const skippedItems: { path: string; reason: string }[] = [];
  const report = new ImportReport((line) => skippedItems.push(line));
  const writes = writesOn(db);
  const parts: ImportContext = {
    ...writes,
    transaction: async (work) => {
      if (isFirst) await beforeFirstTransaction();
      isFirst = false;
      return writes.transaction(work);
    },
    files: new DiskFiles(site.mediaFolder),
    report,
    mediaFolder: join(folder, 'media'),
  };
  await importSite(parts, await exportDocuments(path), () => {});
  return { report, skipped: skippedItems };
}

const tables =
  'users handles accounts follows followers posts post_summaries post_counters user_posts timeline likes comments reposts user_reposts poll_votes saves notifications ads admins imported';
async function dump() {
  const rows = await Promise.all(
    tables.split(' ').map(async (table) => {
      const result = await db.raw.query(`SELECT to_jsonb(t) - 'revision' AS row FROM ${table} t ORDER BY 1`);
      return [table, result.rows] as const;
    }),
  );
  return Object.fromEntries(rows);
}
async function signInAs(oldId: string): Promise<Visitor> {
  const token = oldId.padEnd(43, 'x');
  const hash = createHash('sha256').update(token).digest();
  await db.raw.query(
    "INSERT INTO password_tokens (token_hash, uid, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 hour')",
    [hash, await newId('user', oldId)],
  );
  const visitor = site.visitor();
  await visitor.call('resetPassword', { token, password: 'aguante-la-12' });
  await visitor.call('signIn', { email: `hincha${oldId.slice(1)}@ejemplo.ar`, password: 'aguante-la-12' });
  return visitor;
}
const one = async <T>(text: string, values: unknown[] = []) =>
  (await db.raw.query(text, values)).rows[0] as T;
const newId = async (kind: string, oldId: string) =>
  (
    await one<{ id: string }>('SELECT new_id AS id FROM imported WHERE kind = $1 AND old_id = $2', [
      kind,
      oldId,
    ])
  ).id;

describe('an import', () => {
  it('reports what it imported and what it left out, and why', () => {
    const { kinds, changed } = first.report;
    expect(Object.fromEntries(kinds)).toEqual({
      users: { read: 14, imported: 13, existing: 0, skipped: { 'e-mail address taken': 1 } },
      posts: {
        read: 35,
        imported: 30,
        existing: 0,
        skipped: {
          'author unknown': 1,
          'no time': 1,
          empty: 1,
          'not public': 1,
          'a repost marker: reposts are stored under their posts': 1,
        },
      },
      follows: { read: 29, imported: 28, existing: 0, skipped: { 'follows themselves': 1 } },
      saves: { read: 12, imported: 12, existing: 0, skipped: {} },
      notifications: { read: 3, imported: 2, existing: 0, skipped: { 'older than 90 days': 1 } },
      likes: { read: 152, imported: 150, existing: 0, skipped: { 'user unknown': 1, 'post unknown': 1 } },
      reposts: { read: 8, imported: 8, existing: 0, skipped: {} },
      votes: { read: 7, imported: 6, existing: 0, skipped: { 'option unknown': 1 } },
      comments: { read: 31, imported: 30, existing: 0, skipped: { empty: 1 } },
      ads: { read: 2, imported: 1, existing: 0, skipped: { 'file missing': 1 } },
      admins: { read: 1, imported: 1, existing: 0, skipped: {} },
      unknown: { read: 0, imported: 0, existing: 0, skipped: { 'not a collection of this product': 1 } },
      unreadable: { read: 0, imported: 0, existing: 0, skipped: { 'not JSON': 1, 'no path and data': 1 } },
    });
    expect(changed).toEqual({
      'other handle: taken or invalid': 1,
      'without its file': 1,
      'without its cover': 2,
      'without the picture of its link preview': 2,
      'quotes a missing post': 1,
    });
    expect(first.skipped).toContainEqual({ path: 'posts/huerfana', reason: 'author unknown' });
  });

  it('shows users, posts, files and polls as before, and recounts', async () => {
    const { profile } = await reader.call('getProfile', { uid: '@hincha_1' });
    expect(profile).toMatchObject({
      displayName: 'Hincha 1',
      bio: 'Socio 1',
      followersCount: 2,
      postsCount: 3,
    });
    expect(profile.createdAt).toBe('2026-10-01T01:00:00.000Z');
    const { profile: withPicture } = await reader.call('getProfile', { uid: '@hincha_0' });
    expect(withPicture.avatar).toMatch(/^\/media\/avatars\//);
    const { cover, ...fields } = profile;
    expect(fields).toMatchObject({ premium: true, isPrivate: true });
    expect((await site.app.http.inject({ url: cover ?? '' })).headers['content-type']).toBe('image/jpeg');
    const { profile: withoutCover } = await reader.call('getProfile', { uid: '@hincha_3' });
    expect(withoutCover).toMatchObject({ cover: null, premium: false, isPrivate: false });

    const { post } = await reader.call('getPost', { postId: await newId('post', 'p1') });
    expect(post).toMatchObject({ text: 'Publicación 1', likesCount: 5, commentsCount: 1 });
    expect(post.media).toMatchObject({ type: 'image', width: 60, height: 40 });
    const { post: pollPost } = await reader.call('getPost', { postId: await newId('post', 'p3') });
    expect(pollPost.poll).toMatchObject({
      order: ['b', 'a'],
      totalVotes: 6,
      options: { a: { text: 'Sí', votes: 4 } },
    });
    const { post: quoting } = await reader.call('getPost', { postId: await newId('post', 'p4') });
    expect(quoting.quoted).toMatchObject({ text: 'Publicación 20' });
    const { post: edited } = await reader.call('getPost', { postId: await newId('post', 'p5') });
    expect(edited.editedAt).not.toBeNull();
    expect([edited.quoteOf, edited.quoted]).toEqual([expect.any(String), null]);
    const previews = await Promise.all(
      ['p6', 'p7', 'p8'].map(async (oldId) => {
        const { post: linking } = await reader.call('getPost', { postId: await newId('post', oldId) });
        return linking.linkPreview;
      }),
    );
    const nota = { description: null, site: 'Olé' };
    expect(previews).toEqual([
      { ...nota, title: 'Nota 6', image: expect.stringMatching(/^\/media\/previews\/[0-9a-f]{32}\.jpg$/) },
      { ...nota, title: 'Nota 7', image: null },
      null,
    ]);
    expect((await reader.call('getFeed', { tab: 'paraVos' })).items[0]?.text).toBe('Publicación 29');
    expect((await reader.call('getAds', {})).items).toMatchObject([
      { title: 'Camisetas', site: 'tienda.example' },
    ]);
  });

  it('keeps the files of a suspended user for the end of the suspension', async () => {
    const uid = await newId('user', 'u11');
    const { keys } = await one<{ keys: number }>(
      'SELECT count(*)::int AS keys FROM uploads WHERE owner_uid = $1 AND taken_at IS NOT NULL',
      [uid],
    );
    expect(keys).toBe(1);
  });

  it('lets users sign in by a mailed link, with their timeline, notifications and rights', async () => {
    const hincha = await signInAs('u0');
    const { items } = await hincha.call('getFeed', { tab: 'siguiendo' });
    expect(items.length).toBeGreaterThan(3);
    expect((await hincha.call('getNotifications', {})).unread).toBe(1);
    const admin = await one<{ uid: string }>('SELECT uid FROM admins');
    expect(admin.uid).toBe(await newId('user', 'u1'));
  });

  it('changes nothing when it runs again, in either format', async () => {
    const before = await dump();
    const again = await run(join(folder, 'export'));
    expect(again.report.kinds.get('posts')).toMatchObject({ imported: 0, existing: 30 });
    expect(await dump()).toEqual(before);
    const nested: Record<string, Record<string, Record<string, unknown>>> = {};
    for (const { path, data } of lines) {
      const [collection = '', id = '', below, child] = path.split('/');
      const document = ((nested[collection] ??= {})[id] ??= {});
      if (below === undefined || child === undefined) Object.assign(document, data);
      else ((document[below] ??= {}) as Record<string, unknown>)[child] = data;
    }
    await writeFile(join(folder, 'export.json'), JSON.stringify({ __collections__: nested }));
    const other = await run(join(folder, 'export.json'));
    expect(other.report.kinds.get('users')).toMatchObject({ read: 14, imported: 0, existing: 13 });
    expect(await dump()).toEqual(before);
  }, 60_000);

  it('leaves what was done here since as it is', async () => {
    const [five, six] = [await signInAs('u5'), await signInAs('u6')];
    const postId = await newId('post', 'p0');
    await six.call('repostPost', { postId });
    await six.call('blockUser', { targetUid: await newId('user', 'u5') });
    await five.call('publishPost', { text: 'Ya estoy acá' });
    const admin = await newId('user', 'u1');
    await db.raw.query('DELETE FROM admins WHERE uid = $1', [admin]);
    const more = [...lines, { path: 'posts/p0/reposts/u6', data: {} }];
    await writeFile(join(folder, 'later.ndjson'), more.map((line) => JSON.stringify(line)).join('\n'));
    const { report, skipped } = await run(join(folder, 'later.ndjson'));
    expect(report.kinds.get('admins')).toMatchObject({ imported: 0, existing: 1 });
    expect(skipped).toContainEqual({ path: 'users/u5/following/u6', reason: 'blocked' });
    const uids = [await newId('user', 'u5'), await newId('user', 'u6')];
    const rows = await one<{ admins: number; follows: number; reposts: number; listed: number }>(
      `SELECT (SELECT count(*)::int FROM admins) AS admins,
         (SELECT count(*)::int FROM follows WHERE follower = ANY($1) AND followee = ANY($1)) AS follows,
         (SELECT count(*)::int FROM reposts WHERE post_id = $2 AND uid = $3) AS reposts,
         (SELECT count(*)::int FROM user_reposts WHERE post_id = $2 AND owner_uid = $3) AS listed`,
      [uids, postId, uids[1]],
    );
    expect(rows).toEqual({ admins: 0, follows: 0, reposts: 1, listed: 1 });
  }, 60_000);

  it('does not restore users that were deleted since', async () => {
    const uid = await newId('user', 'u2');
    await db.raw.query('DELETE FROM users WHERE uid = $1', [uid]);
    await db.raw.query('DELETE FROM accounts WHERE uid = $1', [uid]);
    await db.raw.query('UPDATE imported SET new_id = NULL WHERE new_id = $1', [uid]);
    const { report } = await run(join(folder, 'export'));
    expect(report.kinds.get('users')).toMatchObject({ imported: 0, existing: 13 });
    expect(
      await one('SELECT count(*)::int AS n FROM accounts WHERE email_lower = $1', ['hincha2@ejemplo.ar']),
    ).toEqual({ n: 0 });
  }, 60_000);

  it('leaves out a user whose address somebody registers meanwhile', async () => {
    const late = join(folder, 'late.ndjson');
    const email = 'tarde@ejemplo.ar';
    await writeFile(late, JSON.stringify({ path: 'users/u90', data: { displayName: 'Tarde', email } }));
    const { report } = await run(late, async () => {
      const account = { displayName: 'Temprano', email, password: 'aguante-la-12', acceptedTos: true };
      await site.visitor().call('signUp', account);
    });
    expect(report.kinds.get('users')).toMatchObject({ imported: 0, skipped: { 'e-mail address taken': 1 } });
    expect(await one("SELECT count(*)::int AS n FROM imported WHERE old_id = 'u90'")).toEqual({ n: 0 });
    expect(await one("SELECT count(*)::int AS n FROM users WHERE display_name = 'Tarde'")).toEqual({ n: 0 });
  });

  it('refuses a file that holds no document of an export', async () => {
    const other = join(folder, 'other.ndjson');
    await writeFile(other, '<html>\n{"path": "orders/1", "data": {}}\n');
    await expect(run(other)).rejects.toThrow(/Nothing was imported/);
  });
});
