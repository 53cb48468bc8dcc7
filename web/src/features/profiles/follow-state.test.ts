import { expect, test } from 'vitest';

import { withFollowing } from './follow-state.ts';
import type { ProfileAnswer } from './use-profile.ts';

const answer = (following: boolean, followers: number): ProfileAnswer => ({
  following,
  isSelf: false,
  blocked: false,
  muted: false,
  blockedBy: false,
  profile: {
    uid: 'facu',
    displayName: 'Facundo',
    handle: 'facu_10',
    bio: '',
    avatar: null,
    cover: null,
    premium: false,
    isPrivate: false,
    followersCount: followers,
    followingCount: 0,
    postsCount: 0,
    counts: { followers, following: 0, posts: 0 },
    createdAt: '2026-11-21T12:00:00.000Z',
  },
});

test('the count moves with the state', () => {
  expect(withFollowing(answer(false, 3), true).profile.followersCount).toBe(4);
  expect(withFollowing(answer(true, 3), false).profile.followersCount).toBe(2);
});

test('a state that already holds changes nothing', () => {
  expect(withFollowing(answer(true, 3), true)).toEqual(answer(true, 3));
});

test("the server's count settles it, and both families of counters agree", () => {
  const { profile } = withFollowing(answer(true, 4), true, 12);
  expect([profile.followersCount, profile.counts.followers]).toEqual([12, 12]);
});

test('a count is never below zero', () => {
  expect(withFollowing(answer(true, 0), false).profile.followersCount).toBe(0);
});
