import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { filmOf } from '../../test/films.ts';
import { jpegOf, solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { DiskFiles } from '../platform/files/disk-files.ts';
import { FilesUnavailable } from '../platform/files/files.ts';
import { removeFiles } from './jobs/remove-files.ts';
import { removeUnknownFiles } from './jobs/remove-unknown-files.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let admin: User;
let now = new Date();

beforeAll(async () => {
  site = await openSite(db, { now: () => now });
  ana = await site.user('Ana');
  admin = await site.user('Jefa');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [admin.uid]);
});
afterAll(() => site.close());

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../test/fixtures', name));
const media = () => site.mediaFolder;
const filesOf = (...path: string[]) => {
  const names = readdirSync(join(media(), ...path), { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).length;
};
const rowsOf = async (uid: string) =>
  (await db.raw.query('SELECT * FROM uploads WHERE owner_uid = $1 ORDER BY created_at', [uid])).rows;
const get = (url: string) => site.app.http.inject(url);

describe('an image', () => {
  it('is re-encoded, stored under a key of its owner, and has a row', async () => {
    const rosa = await site.user('Rosa');
    const { status, body } = await rosa.upload('post', await solid(2000, 1000).png().toBuffer());
    expect(status).toBe(200);
    expect(body).toEqual({
      key: expect.stringMatching(new RegExp(`^users/${rosa.uid}/posts/\\d{13}_[0-9a-f]{32}\\.jpg$`)),
      url: `/media/${body.key}`,
      type: 'image',
      width: 1600,
      height: 800,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    const file = await get(body.url);
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1600 });
    expect(await rowsOf(rosa.uid)).toMatchObject([
      { key: body.key, purpose: 'post', bytes: file.rawPayload.length, taken_at: null },
    ]);
  });

  it('has the type of its content, whatever its header claims', async () => {
    const { status, body } = await ana.upload('post', await solid(30, 20).webp().toBuffer(), {
      'content-type': 'text/html',
    });
    expect([status, body.type]).toEqual([200, 'image']);
    const film = await ana.upload('post', fixture('tagged.webm'), { 'content-type': 'image/png' });
    expect([film.status, film.body.type]).toEqual([200, 'video']);
  });
});

describe('a video', () => {
  it.each([
    ['tagged.mp4', 'mp4', 64, 48],
    ['fragmented.mp4', 'mp4', 64, 48],
    ['turned.mov', 'mp4', 48, 64],
    ['tagged.webm', 'webm', 64, 48],
    ['live.webm', 'webm', 64, 48],
  ])('of %s is stored unchanged, without its location', async (name, end, width, height) => {
    const file = fixture(name);
    const { status, body } = await ana.upload('post', file);
    expect([status, body]).toMatchObject([200, { type: 'video', width, height, color: null }]);
    expect(body.key.endsWith(`.${end}`)).toBe(true);
    const { rawPayload } = await get(body.url);
    expect(rawPayload.length).toBe(file.length);
    expect(rawPayload.toString('latin1')).not.toMatch(/34\.6037|Secreto/);
  });
});

describe('the size limit', () => {
  it('of an avatar is 2 MB', async () => {
    expect((await ana.upload('avatar', await jpegOf(2_097_152))).status).toBe(200);
    for (const file of [await jpegOf(2_097_153), Buffer.alloc(2_097_153)]) {
      const { status, body } = await ana.upload('avatar', file);
      expect([status, body.error]).toEqual([
        413,
        { code: 'payload-too-large', message: 'La imagen supera los 2 MB.' },
      ]);
    }
  });

  it('of an image is 15 MB', async () => {
    expect((await ana.upload('post', await jpegOf(15_728_640))).status).toBe(200);
    const { status, body } = await ana.upload('post', await jpegOf(15_728_641));
    expect([status, body.error?.message]).toEqual([413, 'La imagen supera los 15 MB.']);
  });

  it('of a video is 30 MB', async () => {
    expect((await ana.upload('post', filmOf(31_457_280))).status).toBe(200);
    for (const file of [filmOf(31_457_281), Buffer.alloc(31_457_281)]) {
      const { status, body } = await ana.upload('post', file);
      expect([status, body.error?.message]).toEqual([413, 'El video supera 30MB.']);
    }
  });
});

describe('a refused upload', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const files: [string, () => Buffer | Promise<Buffer>][] = [
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', () => Buffer.from(svg)],
    ['JavaScript', () => Buffer.from('alert(document.domain)//')],
    ['PHP', () => Buffer.from('<?php phpinfo(); ?>')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['a ZIP', () => Buffer.from('PK\x03\x04\x14\0\0\0\x08\0')],
    ['a GIF', () => solid(9, 9).gif().toBuffer()],
    ['a GIF that is JavaScript too', () => Buffer.from('GIF89a/*\0\0\0*/=1;alert(1)')],
    ['a TIFF', () => solid(9, 9).tiff().toBuffer()],
    ['an AVIF', () => solid(9, 9).avif().toBuffer()],
    ['HTML behind the beginning of an MP4', () => Buffer.from('\0\0\0\x18ftypisom' + svg)],
    ['HTML behind the beginning of a WebM', () => Buffer.from('\x1a\x45\xdf\xa3\x80' + svg, 'latin1')],
    ['half a video', () => fixture('tagged.mp4').subarray(0, 3_000)],
    ['one byte', () => Buffer.from('x')],
  ];

  it.each(files)('is %s: 415, and nothing is stored', async (_, make) => {
    const before = [filesOf(), (await rowsOf(ana.uid)).length];
    const { status, body } = await ana.upload('post', await make(), { 'content-type': 'image/jpeg' });
    expect([status, body.error?.code]).toEqual([415, 'unsupported-media-type']);
    expect([filesOf(), (await rowsOf(ana.uid)).length]).toEqual(before);
  });

  it('is an unreadable image: 400', async () => {
    const half = (await jpegOf(200_000)).subarray(0, 150_000);
    for (const purpose of ['post', 'avatar'] as const) {
      const { status, body } = await ana.upload(purpose, half);
      expect([status, body.error]).toEqual([
        400,
        { code: 'invalid-argument', message: 'No se pudo procesar la imagen.' },
      ]);
    }
  });

  it('is an empty file: 400', async () => {
    expect((await ana.upload('post', Buffer.alloc(0))).status).toBe(400);
  });

  it('is an avatar that is not an image: 415', async () => {
    for (const file of [fixture('tagged.mp4'), Buffer.from('hola'), await solid(9, 9).gif().toBuffer()]) {
      const { status, body } = await ana.upload('avatar', file);
      expect([status, body.error?.message]).toEqual([415, 'Formato no soportado. Usá PNG, JPG o WebP.']);
    }
  });

  it('is an ad’s file from a user who is not an admin: 403', async () => {
    const file = await solid(20, 20).png().toBuffer();
    expect((await ana.upload('ad', file)).status).toBe(403);
    const { body } = await admin.upload('ad', file);
    expect(body.key).toMatch(new RegExp(`^ads/${admin.uid}/\\d{13}\\.jpg$`));
  });

  it('is one with an unknown purpose', async () => {
    expect((await ana.upload('cover' as 'post', Buffer.from('x'))).status).toBe(400);
  });
});

describe('the name of a file', () => {
  it.each(['../../etc/passwd', 'CON', 'a\u202Egpj.exe', 'x'.repeat(5_000)])(
    '%j is never used',
    async (name) => {
      const { body } = await ana.upload('post', await solid(9, 9).png().toBuffer(), {
        'content-disposition': `attachment; filename="${encodeURIComponent(name)}"`,
      });
      expect(body.key).toMatch(/^users\/[0-9a-f-]{36}\/posts\/\d{13}_[0-9a-f]{32}\.jpg$/);
    },
  );
});

describe('a post', () => {
  it('claims its author’s file, once', async () => {
    const { body: file } = await ana.upload('post', await solid(90, 60).png().toBuffer());
    const { post } = await ana.call('publishPost', { media: { key: file.key } });
    const { url, type, width, height, color } = file;
    expect(post.media).toEqual({ url, type, width, height, color });
    expect((await ana.ask('publishPost', { media: { key: file.key } })).status).toBe(400);
  });

  it('claims no other file: another user’s, one for another purpose, a URL, a missing one', async () => {
    const image = await solid(90, 60).png().toBuffer();
    const eva = await site.user('Eva');
    const { body: hers } = await eva.upload('post', image);
    const { body: avatar } = await ana.upload('avatar', image);
    const keys = [hers.key, avatar.key, hers.url, 'https://example.com/a.jpg', `${hers.key}x`, '../x'];
    for (const key of keys) expect((await ana.ask('publishPost', { media: { key } })).status).toBe(400);
    expect((await eva.ask('publishPost', { media: { key: hers.key } })).status).toBe(200);
  });

  it('deletes its file when it is deleted', async () => {
    const { body: file } = await ana.upload('post', await solid(90, 60).png().toBuffer());
    const { post } = await ana.call('publishPost', { media: { key: file.key } });
    expect((await get(file.url)).statusCode).toBe(200);
    await ana.call('deletePost', { postId: post.id });
    await drainJobs(db);
    expect((await get(file.url)).statusCode).toBe(404);
    expect((await rowsOf(ana.uid)).map(({ key }) => key)).not.toContain(file.key);
  });
});

describe('an avatar', () => {
  const profile = (user: User) => ({ displayName: 'Nombre', handle: `h${user.uid.slice(-12)}`, bio: '' });
  const upload = async (user: User, background: string) => {
    const { body } = await user.upload('avatar', await solid(900, 500, background).webp().toBuffer());
    return body;
  };
  const hashOf = async (url: string) =>
    createHash('sha256')
      .update((await get(url)).rawPayload)
      .digest('hex');

  it('is square, and shown once the profile claims it', async () => {
    const user = await site.user('Lola');
    const first = await upload(user, '#ff0000');
    expect(first).toMatchObject({ key: `avatars/${user.uid}/avatar.jpg`, width: 400, height: 400 });
    expect(first.url).toMatch(new RegExp(`^/media/avatars/${user.uid}/avatar\\.jpg\\?v=[0-9a-f]{16}$`));
    expect((await user.call('getProfile')).profile.avatar).toBeNull();
    expect((await get(`/media/${first.key}`)).statusCode).toBe(404);

    const { profile: after } = await user.call('updateProfile', {
      ...profile(user),
      avatar: { key: first.key },
    });
    expect(after.avatar).toBe(first.url);
    expect((await user.call('getSession')).user?.avatar).toBe(first.url);
    const { post } = await user.call('publishPost', { text: 'hola' });
    expect(post.authorAvatar).toBe(first.url);
    const current = await get(`/media/${first.key}`);
    expect([current.statusCode, current.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  it('stays through other profile changes, and is deleted when it is removed', async () => {
    const user = await site.user('Lola');
    const { key, url } = await upload(user, '#ff0000');
    await user.call('updateProfile', { ...profile(user), avatar: { key } });
    expect((await user.call('updateProfile', profile(user))).profile.avatar).toBe(url);
    expect((await user.call('updateProfile', { ...profile(user), avatar: null })).profile.avatar).toBeNull();
    expect((await get(`/media/${key}`)).statusCode).toBe(404);
  });

  it('is the last of several uploads, and the others are deleted', async () => {
    const user = await site.user('Lola');
    const [red, green, blue] = [
      await upload(user, '#ff0000'),
      await upload(user, '#00ff00'),
      await upload(user, '#0000ff'),
    ];
    expect(new Set([red.url, green.url, blue.url]).size).toBe(3);
    const currentHash = await hashOf(blue.url);
    const { profile: after } = await user.call('updateProfile', {
      ...profile(user),
      avatar: { key: red.key },
    });
    expect(after.avatar).toBe(blue.url);
    await drainJobs(db);
    expect(filesOf('avatars', user.uid)).toBe(1);
    expect(await hashOf(blue.url)).toBe(currentHash);
    expect(await rowsOf(user.uid)).toHaveLength(1);
  });

  it('that was replaced is served for another day, for pages that show it', async () => {
    const user = await site.user('Lola');
    const red = await upload(user, '#ff0000');
    await user.call('updateProfile', { ...profile(user), avatar: { key: red.key } });
    const blue = await upload(user, '#0000ff');
    await user.call('updateProfile', { ...profile(user), avatar: { key: blue.key } });
    await drainJobs(db);
    expect((await get(red.url)).statusCode).toBe(200);
    const { rows } = await db.raw.query(
      `SELECT run_at, payload FROM graphile_worker._private_jobs WHERE payload::text LIKE '%' || $1 || '%'`,
      [user.uid],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].run_at.getTime() - now.getTime()).toBe(24 * 3_600_000);
    await removeFiles({ db, files: new DiskFiles(media()) }, rows[0].payload);
    expect([(await get(red.url)).statusCode, (await get(blue.url)).statusCode]).toEqual([404, 200]);
  });

  it('cannot be another user’s file, a post’s, or a missing one', async () => {
    const [user, other] = [await site.user('Lola'), await site.user('Otra')];
    const hers = await upload(other, '#ff0000');
    const { body: post } = await user.upload('post', await solid(9, 9).png().toBuffer());
    const own = `avatars/${user.uid}/avatar.jpg`;
    for (const key of [hers.key, post.key, own, 'https://example.com/a.png', own.replace('jpg', 'png')]) {
      const { status, body } = await user.ask('updateProfile', { ...profile(user), avatar: { key } });
      expect([status, body.error?.code]).toEqual([400, 'invalid-argument']);
    }
    expect((await user.call('getProfile')).profile).toMatchObject({ avatar: null, displayName: 'Lola' });
  });

  it('is claimed once by two concurrent saves', async () => {
    const user = await site.user('Lola');
    const { key } = await upload(user, '#ff0000');
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => user.ask('updateProfile', { ...profile(user), avatar: { key } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
  });
});

describe('an unclaimed upload', () => {
  it('is deleted after a day, and a claimed one stays', async () => {
    const user = await site.user('Olga');
    const image = await solid(90, 60).png().toBuffer();
    const [publishedFile, leftFile] = [
      (await user.upload('post', image)).body,
      (await user.upload('post', image)).body,
    ];
    await user.call('publishPost', { media: { key: publishedFile.key } });
    const cleanUp = async () => {
      await db.raw.query(`SELECT graphile_worker.add_job('clean-up')`);
      await drainJobs(db);
    };
    await cleanUp();
    expect((await get(leftFile.url)).statusCode).toBe(200);
    const before = now;
    now = new Date(before.getTime() + 24 * 3_600_000 + 1);
    await cleanUp();
    now = before;
    expect([(await get(leftFile.url)).statusCode, (await get(publishedFile.url)).statusCode]).toEqual([
      404, 200,
    ]);
    expect((await rowsOf(user.uid)).map(({ key }) => key)).toEqual([publishedFile.key]);
  });

  it('without a row, left by a killed process, is deleted too', async () => {
    const { body: ownUpload } = await ana.upload('post', await solid(90, 60).png().toBuffer());
    const orphan = join(media(), 'users', ana.uid, 'posts', `1763719200000_${'a'.repeat(32)}.jpg`);
    const fresh = join(media(), 'users', ana.uid, 'posts', `1763719200000_${'b'.repeat(32)}.jpg`);
    const old = new Date(Date.now() - 25 * 3_600_000);
    await writeFile(orphan, 'x');
    await writeFile(fresh, 'x');
    await utimes(orphan, old, old);
    await utimes(fresh, new Date(), new Date());
    await utimes(join(media(), ownUpload.key), old, old);
    await removeUnknownFiles({ db, files: new DiskFiles(media()) });
    const names = await readdir(join(media(), 'users', ana.uid, 'posts'));
    expect(names).toContain(fresh.split('/').at(-1));
    expect(names).toContain(ownUpload.key.split('/').at(-1));
    expect(names).not.toContain(orphan.split('/').at(-1));
  });
});

describe('a smaller copy', () => {
  const widthOf = async (url: string) => (await sharp((await get(url)).rawPayload).metadata()).width;

  it('of a picture or an avatar has the width that was asked for, and is never larger than the file', async () => {
    const user = await site.user('Irma');
    const { body: post } = await user.upload('post', await solid(900, 600).png().toBuffer());
    const { body: small } = await user.upload('post', await solid(60, 40).png().toBuffer());
    const { body: avatar } = await user.upload('avatar', await solid(300, 300).png().toBuffer());
    expect(await Promise.all([96, 224, 720].map((width) => widthOf(`${post.url}?w=${width}`)))).toEqual([
      96, 224, 720,
    ]);
    expect(await widthOf(`${small.url}?w=96`)).toBe(60);
    expect(await widthOf(`${avatar.url}&w=96`)).toBe(96);
    expect((await get(`${post.url}?w=96`)).headers['cache-control']).toContain('immutable');
    expect(await widthOf(`${post.url}?w=97`)).toBe(900);
    expect((await get(post.url.replace('.jpg', '.w96.jpg'))).statusCode).toBe(404);
    const missing = post.url.replace(/[0-9a-f]{32}/, 'f'.repeat(32));
    expect((await get(`${missing}?w=96`)).statusCode).toBe(404);
  });

  it('is made once, stays as long as its picture, and goes with it', async () => {
    const user = await site.user('Rosa');
    const { body: post } = await user.upload('post', await solid(900, 600).png().toBuffer());
    const files = new DiskFiles(media());
    const copy = post.key.replace('.jpg', '.w96.jpg');
    await Promise.all(Array.from({ length: 5 }, () => get(`${post.url}?w=96`)));
    const old = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(media(), copy), old, old);
    await get(`${post.url}?w=96`);
    expect(await files.age(copy)).toBeGreaterThan(24 * 3_600_000);
    await removeUnknownFiles({ db, files });
    expect(await files.size(copy)).not.toBeNull();
    await removeFiles({ db, files }, { keys: [post.key] });
    expect([await files.size(copy), (await get(`${post.url}?w=96`)).statusCode]).toEqual([null, 404]);
  });

  it('that cannot be stored is answered with the picture itself, which is not kept in its place', async () => {
    const files = new DiskFiles(media());
    const full = await openSite(db, { files });
    const user = await full.user('Lola');
    const { body: post } = await user.upload('post', await solid(900, 600).png().toBuffer());
    const writing = vi.spyOn(files, 'write').mockRejectedValue(new FilesUnavailable(new Error('ENOSPC')));
    const answer = await full.app.http.inject(`${post.url}?w=96`);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(900);
    writing.mockRestore();
    expect((await full.app.http.inject(`${post.url}?w=96`)).headers['cache-control']).toContain('immutable');
    await full.close();
  });

  it('without its picture is deleted after a day', async () => {
    const folder = join(media(), 'users', ana.uid, 'posts');
    await ana.upload('post', await solid(90, 60).png().toBuffer());
    const orphan = `1763719200000_${'c'.repeat(32)}.w96.jpg`;
    await writeFile(join(folder, orphan), 'x');
    const old = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(folder, orphan), old, old);
    await removeUnknownFiles({ db, files: new DiskFiles(media()) });
    expect(await readdir(folder)).not.toContain(orphan);
  });
});

describe('limits', () => {
  it('allow 30 files in half an hour, and 500 MB in a day', async () => {
    const strict = await openSite(db, { rateLimits: true, now: () => now });
    const [many, large] = [await strict.user('Muchos'), await strict.user('Grandes')];
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) statuses.push((await many.upload('post', Buffer.from('x'))).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 415), 429]);

    const before = now;
    const answers = [];
    for (let i = 0; i < 17; i++) {
      now = new Date(now.getTime() + 1_801_000);
      answers.push(await large.upload('post', Buffer.alloc(31_457_280)));
    }
    now = before;
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 16 }, () => 415), 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(3_600);
    await strict.close();
  });
});

describe('when the disk is not writable', () => {
  it('an upload is answered 503 in Spanish, leaves no row, and other calls work', async () => {
    const broken = await openSite(db);
    const user = await broken.user('Paz');
    await writeFile(broken.mediaFolder, 'a file where the folder should be');
    for (const file of [await solid(9, 9).png().toBuffer(), fixture('tagged.mp4')]) {
      const { status, body, headers } = await user.upload('post', file);
      expect([status, body.error?.code, headers['retry-after']]).toEqual([503, 'unavailable', '30']);
      expect(body.error?.message).toBe(
        'Ahora no se pueden guardar ni leer archivos. Probá de nuevo en un momento.',
      );
    }
    expect(await rowsOf(user.uid)).toEqual([]);
    expect((await user.ask('publishPost', { text: 'sigo acá' })).status).toBe(200);
    await broken.close();
  });
});
