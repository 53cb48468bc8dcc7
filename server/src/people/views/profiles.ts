import { isDeepStrictEqual } from 'node:util';

import fastJson from 'fast-json-stringify';

import { Profile } from '../../../../contract/src/calls/shapes.ts';
import type { Bus } from '../../kernel/bus.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { BatchCache } from '../../platform/concurrency/batch-cache.ts';
import { keyOfAvatarUrl } from '../../platform/files/media-keys.ts';
import type { MediaUrls } from '../../platform/files/media-urls.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findUsers, isHidden, type UserRow } from '../store/users.ts';

export type CachedProfile = {
  readonly profile: Profile;
  /** The media key; null without a picture. */
  readonly avatarKey: string | null;
  readonly hidden: boolean;
  /** A leaving user is hidden for good; a suspended one may return. */
  readonly leaving: boolean;
  readonly official: boolean;
  readonly mergedAtRead: boolean;
  /** Null while the user has not chosen. */
  readonly publicReading: boolean | null;
  readonly indexable: boolean;
  readonly hiddenClub: string | null;
  text?: string;
  ownText?: string;
  reposterText?: string;
};

export type ProfileCache = BatchCache<CachedProfile>;

const noTexts = { text: undefined, ownText: undefined, reposterText: undefined };

export function createProfileCache(
  db: Database,
  bus: Bus,
  { mediaUrls, showClubs }: { mediaUrls: MediaUrls; showClubs: boolean },
): ProfileCache {
  const cache: ProfileCache = new BatchCache({
    max: 20_000,
    ttl: 30_000,
    refreshes: true,
    isSame: (old, fresh) => isDeepStrictEqual({ ...old, ...noTexts }, { ...fresh, ...noTexts }),
    load: async (uids) =>
      new Map(
        (await findUsers(db, uids)).map((row) => [
          row.uid,
          cachedProfile(showClubs ? row : { ...row, club: null, hidden_club: null }, mediaUrls),
        ]),
      ),
  });
  bus.attachCache('profiles', cache);
  return cache;
}

/**
 * The authors of posts, with counts that may be stale: in a busy minute the counts of nearly every author
 * on a page change.
 */
export function createAuthorCache(profiles: ProfileCache, bus: Bus): ProfileCache {
  const cache: ProfileCache = new BatchCache({
    max: 20_000,
    ttl: 30_000,
    refreshes: true,
    // With it, an author's place in the cache stays, and so do the pages that were kept with it.
    isSame: Object.is,
    load: (uids) => profiles.getMany(uids),
  });
  bus.attachCache('authors', cache);
  return cache;
}

function cachedProfile(row: UserRow, mediaUrls: MediaUrls): CachedProfile {
  return {
    profile: profileOf(row, mediaUrls),
    avatarKey: row.avatar === null ? null : keyOfAvatarUrl(row.avatar),
    hidden: isHidden(row),
    leaving: row.leaving,
    official: row.official,
    mergedAtRead: row.merged_at_read,
    publicReading: row.public_reading,
    indexable: row.indexable,
    hiddenClub: row.hidden_club,
  };
}

export function isPubliclyReadable({ hidden, publicReading }: CachedProfile): boolean {
  return !hidden && publicReading === true;
}

export function ownProfile({ profile, publicReading, indexable, hiddenClub }: CachedProfile): Profile {
  return { ...profile, publicReading, indexable, ...(hiddenClub !== null && { hiddenClub }) };
}

const textOf = fastJson(Profile as object);

export function profileText(cached: CachedProfile): string {
  cached.text ??= bytesOf(textOf(cached.profile));
  return cached.text;
}

export function ownProfileText(cached: CachedProfile): string {
  cached.ownText ??= bytesOf(textOf(ownProfile(cached)));
  return cached.ownText;
}

export function reposterText(cached: CachedProfile): string {
  const { uid, displayName } = cached.profile;
  cached.reposterText ??= bytesOf(JSON.stringify({ uid, displayName }));
  return cached.reposterText;
}

export function profileOf(row: UserRow, mediaUrls: MediaUrls): Profile {
  return {
    uid: row.uid,
    displayName: row.display_name,
    handle: row.handle,
    bio: row.bio,
    avatar: mediaUrls.ofPath(row.avatar),
    cover: row.cover,
    premium: row.premium,
    isPrivate: row.is_private,
    followersCount: row.followers_count,
    followingCount: row.following_count,
    postsCount: row.posts_count,
    counts: { followers: row.followers_count, following: row.following_count, posts: row.posts_count },
    createdAt: row.created_at.toISOString(),
    ...(row.club !== null && { club: row.club }),
  };
}
