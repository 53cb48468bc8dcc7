import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from './database.ts';
import { openSite, type TestSite, type User } from './site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;

beforeAll(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
});
afterAll(() => site.close());

const fixture = (name: string) => readFile(join(import.meta.dirname, 'fixtures', name));
const solid = (width: number, height: number, background: string | object = '#cc2211') =>
  sharp({ create: { width, height, channels: 4, background: background as string } });

describe('an image', () => {
  it('is made anew as a JPEG, at most 1600 on its longer side', async () => {
    const { status, body } = await ana.upload('post', await solid(2000, 1000).png().toBuffer());
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'image', width: 1600, height: 800, url: `/media/${body.key}` });
    expect(body.key).toMatch(new RegExp(`^users/${ana.uid}/posts/\\d{13}_[0-9a-f]{32}\\.jpg$`));
    const served = await site.app.http.inject(body.url);
    expect(served.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1600 });
  });
});

describe('a video', () => {
  it.each([
    ['tagged.mp4', 'mp4', 64, 48],
    ['fragmented.mp4', 'mp4', 64, 48],
    ['turned.mov', 'mp4', 48, 64],
    ['tagged.webm', 'webm', 64, 48],
    ['live.webm', 'webm', 64, 48],
  ])('of %s is kept as it is, without what it tells of its place', async (name, end, width, height) => {
    const file = await fixture(name);
    const { status, body } = await ana.upload('post', file);
    expect([status, body]).toMatchObject([200, { type: 'video', width, height }]);
    expect(body.key.endsWith(`.${end}`)).toBe(true);
    const served = await site.app.http.inject(body.url);
    expect(served.rawPayload.length).toBe(file.length);
    expect(served.rawPayload.toString('latin1')).not.toMatch(/34\.6037|Secreto/);
  });
});

describe('a picture of oneself', () => {
  it('is square, at most 400, and shown once the profile takes it', async () => {
    const { body } = await ana.upload('avatar', await solid(900, 500).webp().toBuffer());
    expect(body).toMatchObject({ key: `avatars/${ana.uid}/avatar.jpg`, width: 400, height: 400 });
    const input = { displayName: 'Ana', handle: 'ana_x', bio: '' };
    const { profile } = await ana.call('updateProfile', { ...input, avatar: { key: body.key } });
    expect(profile.avatar).toBe(body.url);
    const again = await ana.ask('updateProfile', { ...input, avatar: { key: body.key } });
    expect(again.status).toBe(400);
  });
});
