import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { solid } from '../../../test/pictures.ts';
import { writesOn } from '../../../test/writes.ts';
import { DiskFiles } from '../../platform/files/disk-files.ts';
import { exportDocuments } from './export-documents.ts';
import type { ImportContext } from './import-context.ts';
import { ImportReport } from './import-report.ts';
import { importSite } from './import-site.ts';

type Line = { path: string; data: object };

const { db } = await cloneDatabase();
const at = Date.UTC(2024, 2, 5, 12);
let folder: string;
let inputs = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablon-input-'));
  await mkdir(join(folder, 'media/ads/doble'), { recursive: true });
  await writeFile(join(folder, 'media/ads/doble/1.jpg'), await solid(60, 40).jpeg().toBuffer());
});
afterAll(() => rm(folder, { recursive: true }));

async function run(text: string, name = `${inputs++}.ndjson`) {
  const path = join(folder, name);
  await writeFile(path, text);
  const lines: { path: string; reason: string }[] = [];
  const report = new ImportReport((line) => lines.push(line));
  const files = new DiskFiles(join(folder, 'files'));
  const parts: ImportContext = { ...writesOn(db), files, report, mediaFolder: join(folder, 'media') };
  await importSite(parts, await exportDocuments(path), () => {});
  return { kinds: Object.fromEntries(report.kinds), lines };
}

const textOf = (lines: readonly Line[]) => lines.map((line) => JSON.stringify(line)).join('\n');

function user(id: string, data: object = {}): Line {
  const fields = { displayName: id, handle: id, email: `${id}@ejemplo.ar`, createdAt: at };
  return { path: `users/${id}`, data: { ...fields, ...data } };
}

function post(id: string, ownerUid: string, data: object = {}): Line {
  return { path: `posts/${id}`, data: { ownerUid, text: id, createdAt: at, ...data } };
}

async function count(table: string, condition: string): Promise<number> {
  const { rows } = await db.raw.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`);
  return (rows as { n: number }[])[0]?.n ?? 0;
}

describe('a document that is in the input twice', () => {
  it('is imported once', async () => {
    const ad = { title: 'doble', linkUrl: 'tienda.example', imageUrl: 'ads/doble/1.jpg', startAt: at };
    const lines = [
      user('doble'),
      user('sincorreo', { email: null }),
      post('doble1', 'doble'),
      { path: 'ads/doble', data: ad },
      { path: 'posts/doble1/comments/c1', data: { uid: 'doble', text: 'doble', createdAt: at } },
    ];
    const { kinds } = await run(textOf([...lines, ...lines]));
    expect(kinds).toMatchObject({
      users: { imported: 2, existing: 2, skipped: {} },
      posts: { imported: 1, existing: 1 },
      ads: { imported: 1, existing: 1 },
      comments: { imported: 1, existing: 1 },
    });
    expect(await count('users', "display_name IN ('doble', 'sincorreo')")).toBe(2);
    expect(await count('accounts', 'uid NOT IN (SELECT uid FROM users)')).toBe(0);
    expect(await count('posts', "text = 'doble1'")).toBe(1);
    expect(await count('ads', "title = 'doble'")).toBe(1);
  });
});

describe('two imports of the same documents at the same time', () => {
  it('write each of them once', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `par${n}`);
    const lines = ids.flatMap((id) => [
      user(id, { ...(id.endsWith('0') && { email: null }) }),
      post(id, id),
      { path: `posts/${id}/comments/c`, data: { uid: id, text: 'a la par', createdAt: at } },
      { path: `posts/${id}/reposts/${id}`, data: {} },
    ]);
    const reports = await Promise.all([run(textOf(lines)), run(textOf(lines))]);
    for (const kind of ['users', 'posts', 'comments', 'reposts']) {
      const [first, second] = reports.map(({ kinds }) => kinds[kind]);
      expect([first?.skipped, second?.skipped], kind).toEqual([{}, {}]);
      expect((first?.imported ?? 0) + (second?.imported ?? 0), kind).toBe(30);
      expect((first?.existing ?? 0) + (second?.existing ?? 0), kind).toBe(30);
    }
    expect(await count('users', "display_name LIKE 'par%'")).toBe(30);
    expect(await count('posts', "text LIKE 'par%'")).toBe(30);
    expect(await count('comments', "text = 'a la par'")).toBe(30);
  });
});

describe('a time in the future', () => {
  const dayMs = 86_400_000;
  const later = Date.now() + 2 * dayMs;

  it('counts as none, so that nothing is dated later than what is new here', async () => {
    const { lines } = await run(
      textOf([
        user('futura', { createdAt: later }),
        user('micro', { createdAt: at * 1000 }),
        post('futuro', 'futura', { createdAt: later }),
        post('microsegundos', 'futura', { createdAt: at * 1000 }),
        post('cambiado', 'futura', { createdAt: later, updatedAt: at, editedAt: later }),
        { path: 'posts/cambiado/likes/futura', data: { createdAt: later } },
        { path: 'posts/cambiado/reposts/micro', data: { createdAt: later } },
        { path: 'posts/cambiado/comments/c', data: { uid: 'micro', text: 'futuro', createdAt: later } },
        { path: 'users/futura/following/micro', data: { createdAt: later } },
        { path: 'users/futura/notifications/n', data: { fromUid: 'micro', createdAt: later } },
      ]),
    );
    expect(lines).toEqual([
      { path: 'posts/futuro', reason: 'no time' },
      { path: 'posts/microsegundos', reason: 'no time' },
      { path: 'users/futura/notifications/n', reason: 'no time' },
      { path: 'posts/cambiado/comments/c', reason: 'no time' },
    ]);
    for (const table of ['users', 'posts', 'likes', 'reposts', 'follows'])
      expect(await count(table, "created_at > now() + interval '1 day'"), table).toBe(0);
    expect(await count('posts', "text = 'cambiado' AND edited_at IS NULL")).toBe(1);
  });

  it('remains the beginning and the end of an ad', async () => {
    const ad = { title: 'futuro', linkUrl: 'tienda.example', imageUrl: 'ads/doble/1.jpg' };
    await run(
      textOf([user('doble'), { path: 'ads/futuro', data: { ...ad, startAt: later, endAt: later + dayMs } }]),
    );
    const planned = "title = 'futuro' AND start_at > now() + interval '1 day' AND end_at > start_at";
    expect(await count('ads', `${planned} AND created_at <= now()`)).toBe(1);
  });
});

describe('a document that cannot be stored', () => {
  it('is reported, and the import goes on', async () => {
    const text = (postId: string) => ({ uid: 'ana', text: `en ${postId}`, createdAt: at });
    const long = 'p'.repeat(900);
    const { kinds, lines } = await run(
      textOf([
        user('nul\0', { email: null }),
        user('ana'),
        post('nul\0', 'ana'),
        post('medio\uD800', 'ana'),
        post('largo', 'ana'),
        post(long, 'ana'),
        post('ñ'.repeat(800), 'ana'),
        post('sinautor', 'nul\0'),
        post('cita', 'ana', { quoteOf: 'nul\0' }),
        { path: `posts/${long}/comments/${long}`, data: text('largo') },
        { path: 'posts/largo/comments/nul\0', data: text('largo') },
        { path: 'posts/largo/comments/sinautor', data: { ...text('largo'), uid: 'nul\0' } },
        { path: 'posts/largo/comments/c', data: text('largo') },
        { path: 'users/ana/notifications/n', data: { fromUid: 'nul\0', postId: 'nul\0' } },
        { path: 'users/ana/notifications/l', data: { fromUid: 'ana', link: '/\0', createdAt: Date.now() } },
      ]),
    );
    expect(kinds).toMatchObject({
      users: { imported: 1 },
      posts: { imported: 3, skipped: { 'author unknown': 1 } },
      comments: { imported: 1, skipped: { 'user unknown': 1 } },
      notifications: { imported: 1, skipped: { 'actor unknown': 1 } },
      unreadable: { skipped: { 'path with invalid characters': 4, 'path too long': 2 } },
    });
    expect(lines).toContainEqual({ path: 'posts/nul\0', reason: 'path with invalid characters' });
    expect(lines).toContainEqual({ path: 'posts/cita', reason: 'quotes a missing post' });
  });
});

describe('a byte order mark', () => {
  it('does not hide the first document of a file', async () => {
    const { kinds } = await run(`\uFEFF${textOf([user('marca1'), user('marca2')])}`);
    expect(kinds).toMatchObject({ users: { imported: 2 } });
    expect(kinds['unreadable']).toBeUndefined();
  });

  it('is allowed in a .json document too', async () => {
    const users = { marca3: user('marca3').data };
    const { kinds } = await run(`\uFEFF${JSON.stringify({ users })}`, 'marca.json');
    expect(kinds).toMatchObject({ users: { imported: 1 } });
  });
});
