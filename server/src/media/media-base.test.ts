import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CallName } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { solid } from '../../test/pictures.ts';
import { openS3Store } from '../../test/s3-store.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { saveLinkPreview } from '../links/store/link-previews.ts';
import { S3Files } from '../platform/files/s3-files.ts';

const { db } = await cloneDatabase();
const store = await openS3Store();
const staging = await mkdtemp(join(tmpdir(), 'tablon-staging-'));
const files = new S3Files(store.bucket, staging);
// s3rver lets anybody read, like a bucket with public get.
const mediaBaseUrl = `${store.bucket.endpoint}/tablon`;
const link = 'https://ole.com.ar/nota';
const previewKey = `previews/${'a'.repeat(32)}.jpg`;
let site: TestSite;
let ana: User;
let admin: User;
let postId: string;

beforeAll(async () => {
  site = await openSite(db, { files, mediaBaseUrl, sharesFiles: true });
  [ana, admin] = [await site.user('Ana'), await site.user('Jefa')];
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [admin.uid]);
  const image = await solid(30, 20).jpeg().toBuffer();
  const { body: avatar } = await ana.upload('avatar', image);
  const { profile } = await ana.call('getProfile', { uid: ana.uid });
  const { displayName, handle, bio } = profile;
  await ana.call('updateProfile', { displayName, handle, bio, avatar: { key: avatar.key } });
  const { body: upload } = await ana.upload('post', image);
  await files.write(previewKey, [image]);
  const texts = { title: 'Ganó', description: null, site: null };
  await saveLinkPreview(db, link, { ...texts, imageKey: previewKey, found: true, fetchedAt: new Date() });
  const { post } = await ana.call('publishPost', { text: 'hola', link, media: { key: upload.key } });
  postId = post.id;
  await ana.call('addComment', { postId, text: 'primera' });
  const { post: other } = await admin.call('publishPost', { text: 'otra' });
  await ana.call('likePost', { postId: other.id });
  await admin.call('followUser', { targetUid: ana.uid });
  await admin.call('reportContent', { postId, reason: 'violence' });
  const { body: ad } = await admin.upload('ad', image);
  await admin.call('adminCreateAd', { linkUrl: link, media: { key: ad.key } });
  await drainJobs(db);
});
afterAll(async () => {
  await site.close();
  await files.close();
  await store.close();
  await rm(staging, { recursive: true });
});

describe('with MEDIA_BASE_URL', () => {
  const answers: [CallName, string[], () => object][] = [
    ['getSession', ['avatars'], () => ({})],
    ['getFeed', ['avatars', 'users', 'previews'], () => ({ tab: 'siguiendo' })],
    ['getPost', ['avatars', 'users', 'previews'], () => ({ postId })],
    ['getProfile', ['avatars'], () => ({ uid: ana.uid })],
    ['getComments', ['avatars'], () => ({ postId })],
    ['searchUsers', ['avatars'], () => ({ q: 'Ana' })],
    ['linkPreview', ['previews'], () => ({ url: link })],
    ['getAds', ['ads'], () => ({})],
    ['adminListAds', ['ads'], () => ({})],
    ['adminListUsers', ['avatars'], () => ({})],
    ['adminListReports', ['users'], () => ({})],
    ['getNotifications', ['avatars'], () => ({})],
  ];

  it.each(answers)('%s names files where browsers fetch them', async (name, folders, input) => {
    const who = name === 'getSession' ? ana : admin;
    const { status, text } = await who.ask(name, input());
    expect([status, text]).toEqual([200, expect.not.stringContaining('"/media/')]);
    const addresses = [...text.matchAll(/"(http:\/\/127[^"]+\.jpg)"/g)].map(([, address]) => address ?? '');
    expect(new Set(addresses.map((address) => address.slice(mediaBaseUrl.length + 1).split('/')[0]))).toEqual(
      new Set(folders),
    );
    for (const address of addresses) {
      const answer = await fetch(address);
      await answer.bytes();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  });

  it('the database holds addresses without it, so that it can change', async () => {
    const { rows } = await db.raw.query(
      `SELECT to_jsonb(users)::text AS row FROM users UNION ALL SELECT to_jsonb(posts)::text FROM posts
       UNION ALL SELECT to_jsonb(post_summaries)::text FROM post_summaries`,
    );
    expect(rows.map(({ row }) => row).join('\n')).toContain('/media/previews/');
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(mediaBaseUrl);
  });

  it('the site still serves files, and an avatar without its version', async () => {
    const { body } = await ana.upload('post', await solid(30, 20).jpeg().toBuffer());
    expect(body.url).toBe(`${mediaBaseUrl}/${body.key}`);
    for (const url of [`/media/${body.key}`, `/media/avatars/${ana.uid}/avatar.jpg`])
      expect((await site.app.http.inject(url)).statusCode).toBe(200);
  });
});
