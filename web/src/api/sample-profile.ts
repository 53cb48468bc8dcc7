import type { Profile } from '../../../contract/src/calls/shapes.ts';

export function sampleProfile(uid: string, fields: Partial<Profile> = {}): Profile {
  return {
    uid,
    displayName: 'Lucía Gómez',
    handle: 'lu.canalla',
    bio: '',
    avatar: null,
    cover: null,
    premium: false,
    isPrivate: false,
    followersCount: 0,
    followingCount: 0,
    postsCount: 0,
    counts: { followers: 0, following: 0, posts: 0 },
    createdAt: '2026-11-21T12:00:00.000Z',
    ...fields,
  };
}
