import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { ownClub } from '../../clubs/views/club-page.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { isId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { exclusionsOf, isBlocked } from '../../people/views/exclusions.ts';
import { type CachedProfile, ownProfileText, profileText } from '../../people/views/profiles.ts';
import { type Sight, sightOf } from '../../people/views/sight.ts';
import { uidOfAddress } from '../../people/views/uid-of-address.ts';
import { andThen, both, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { findUserPostIds } from '../../posts/store/post-lists.ts';
import { type Stretch, stretch } from '../../timeline/views/feed-heads.ts';
import type { FeedReads } from '../../timeline/views/feed-reads.ts';
import { listPage, fromHead } from '../../timeline/views/feed.ts';
import type { FollowCache } from './follow-cache.ts';
import type { SearchCache } from './search.ts';

export type ProfileReads = FeedReads & { readonly follows: FollowCache; readonly searches: SearchCache };

type ProfileSight = {
  readonly cached: CachedProfile;
  /** In either direction: only the name may be shown. */
  readonly acrossBlock: boolean;
  readonly marks: Omit<Output<'getProfile'>, 'profile'>;
};

/** By uid or @handle. Null when the user is hidden or unknown. */
export function profileSight(
  reads: ProfileReads,
  viewerUid: string,
  uidOrHandle: string,
): MaybePromise<ProfileSight | null> {
  return andThen(uidOfAddress(reads.db, uidOrHandle), (uid) =>
    uid === null ? null : sightOfUid(reads, viewerUid, uid),
  );
}

function sightOfUid(reads: ProfileReads, viewerUid: string, uid: string): MaybePromise<ProfileSight | null> {
  const isSelf = uid === viewerUid;
  const following = isSelf ? false : reads.follows.isFollowing(viewerUid, uid);
  const reading = both(both(reads.profiles.get(uid), following), exclusionsOf(reads, viewerUid, [uid]));
  return andThen(reading, ([[cached, isFollowing], exclusions]) => {
    if (!cached || cached.leaving) return null;
    const marks = {
      following: isFollowing,
      isSelf,
      blocked: exclusions.blocks.has(uid),
      muted: exclusions.mutes.has(uid),
      blockedBy: exclusions.blockedBy.has(uid),
    };
    const sight = { cached, acrossBlock: isBlocked(exclusions, uid), marks };
    return cached.hidden ? sightOfSuspended(reads, viewerUid, sight) : sight;
  });
}

/** Only admins see it. */
async function sightOfSuspended(
  reads: ProfileReads,
  viewerUid: string,
  sight: ProfileSight,
): Promise<ProfileSight | null> {
  return (await reads.isAdmin(viewerUid)) ? { ...sight, marks: { ...sight.marks, suspended: true } } : null;
}

/**
 * JSON of getProfile's answer (see bytesOf); across a block only the name. `own` adds the viewer's own club.
 * Null when the user is hidden or unknown.
 */
export function profileAnswer(
  reads: ProfileReads,
  viewerUid: string,
  uidOrHandle: string,
  own?: { now: Date },
): MaybePromise<string | null> {
  return andThen(profileSight(reads, viewerUid, uidOrHandle), (sight) => {
    if (!sight) return null;
    const readClub = sight.marks.isSelf && own ? ownClub(reads.db, viewerUid, own.now) : null;
    return andThen(readClub, (club) => {
      const clubText = club ? `"ownClub":${bytesOf(JSON.stringify(club))},` : '';
      return `{${clubText}"profile":${textOf(sight)},${JSON.stringify(sight.marks).slice(1)}`;
    });
  });
}

function textOf({ cached, acrossBlock, marks: { isSelf } }: ProfileSight): string {
  if (isSelf) return ownProfileText(cached);
  return acrossBlock ? bytesOf(JSON.stringify(nameOnly(cached.profile))) : profileText(cached);
}

/** The part of a profile that is visible across a block. */
export function nameOnly({ uid, displayName, handle, createdAt }: Profile): Profile {
  const none = { followersCount: 0, followingCount: 0, postsCount: 0 };
  const counts = { followers: 0, following: 0, posts: 0 };
  const nothing = { bio: '', avatar: null, cover: null, premium: false, isPrivate: false };
  return { uid, displayName, handle, ...nothing, ...none, counts, createdAt };
}

/**
 * A profile ends after 200 posts, of which `listedCount` are on earlier pages. Null when the viewer may not
 * see the profile.
 */
export function profilePostsPage(
  reads: ProfileReads,
  viewerUid: string,
  uid: string,
  position: PostsPosition,
): MaybePromise<TextPage | null> {
  return andThen(isId(uid) ? sightOf(reads, viewerUid, uid) : null, (sight) =>
    sight ? postsOf(reads, viewerUid, uid, sight, position) : null,
  );
}

type PostsPosition = {
  readonly only?: 'media';
  readonly before: string | null;
  readonly listedCount: number;
};

function postsOf(
  reads: ProfileReads,
  viewerUid: string,
  uid: string,
  sight: Sight,
  { only, before, listedCount }: PostsPosition,
): MaybePromise<TextPage> {
  const size = Math.min(limits.profilePostsPage, limits.profilePosts - listedCount);
  if (size <= 0) return { items: [], next: null };
  const fromDatabase = async (id: string): Promise<Stretch> =>
    stretch(await findUserPostIds(reads.db, uid, id, only));
  const read = only
    ? fromDatabase
    : (id: string) => fromHead(id, () => reads.heads.author(uid), fromDatabase);
  return andThen(listPage(reads, viewerUid, before, read, size, sight), (result) =>
    listedCount + result.items.length >= limits.profilePosts ? { ...result, next: null } : result,
  );
}
