import { describe, expect, it } from 'vitest';

import {
  adKey,
  avatarKey,
  avatarUrl,
  contentTypeOf,
  isMediaKey,
  storedAvatarKey,
  keyOfAvatarUrl,
  newVersion,
  postKey,
  versionKey,
} from './media-keys.ts';

const uid = '019a0000-0000-7000-8000-000000000001';
const at = new Date('2026-11-21T10:00:00Z');

describe('a key', () => {
  it('of a post cannot be guessed', () => {
    const key = postKey(uid, at, 'mp4');
    expect(key).toMatch(new RegExp(`^users/${uid}/posts/\\d{13}_[0-9a-f]{32}\\.mp4$`));
    expect([isMediaKey(key), contentTypeOf(key)]).toEqual([true, 'video/mp4']);
  });

  it('of an ad is unique within a millisecond', () => {
    const keys = Array.from({ length: 5 }, () => adKey(uid, at, 'jpg'));
    expect(new Set(keys).size).toBe(5);
    expect(keys.every(isMediaKey)).toBe(true);
  });

  it('of an avatar is the same for all versions, each of which has its own URL', () => {
    const version = newVersion(at);
    expect(newVersion(at) > version).toBe(true);
    const url = avatarUrl(uid, version);
    expect(url).toBe(`/media/avatars/${uid}/avatar.jpg?v=${version}`);
    expect(keyOfAvatarUrl(url)).toBe(storedAvatarKey(uid, version));
    expect(versionKey(avatarKey(uid), version)).toBe(storedAvatarKey(uid, version));
    expect(isMediaKey(storedAvatarKey(uid, version))).toBe(true);
  });

  it.each([
    '',
    'users',
    `users/${uid}/posts/`,
    `users/${uid}/posts/1_a.jpg`,
    `users/${uid.toUpperCase()}/posts/1763719200000_${'a'.repeat(32)}.jpg`,
    `users/${uid}/posts/1763719200000_${'a'.repeat(32)}.html`,
    `users/${uid}/posts/1763719200000_${'a'.repeat(32)}.jpg/`,
    `users/${uid}/posts/../posts/1763719200000_${'a'.repeat(32)}.jpg`,
    `/users/${uid}/posts/1763719200000_${'a'.repeat(32)}.jpg`,
    `users/${uid}/posts/1763719200000_${'a'.repeat(32)}.jpg\n`,
    `avatars/${uid}/avatar.jpg`,
    `avatars/${uid}/avatar.${'a'.repeat(16)}.svg`,
    '.drafts/x',
  ])('does not match %j', (key) => {
    expect(isMediaKey(key)).toBe(false);
  });

  it.each([
    'https://example.com/a.jpg',
    `/media/avatars/${uid}/avatar.jpg`,
    `/media/avatars/${uid}/avatar.jpg?v=../../x`,
    `/media/avatars/../../etc/passwd?v=${'a'.repeat(16)}`,
  ])('is not extracted from %j', (url) => {
    expect(keyOfAvatarUrl(url)).toBeNull();
  });
});
