import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { ownClub } from '../../clubs/views/club-page.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { isId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { findUidByHandle } from '../../people/store/handles.ts';
import { exclusionsOf, isBlocked } from '../../people/views/exclusions.ts';
import { type CachedProfile, ownProfileText, profileText } from '../../people/views/profiles.ts';
import { sightOf } from '../../people/views/sight.ts';
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
export async function profileSight(
  reads: ProfileReads,
  viewerUid: string,
  uidOrHandle: string,
): Promise<ProfileSight | null> {
  const uid = await uidOf(reads, uidOrHandle);
  if (uid === null) return null;
  const isSelf = uid === viewerUid;
  const [cached, following, exclusions] = await Promise.all([
    reads.profiles.get(uid),
    isSelf ? false : reads.follows.isFollowing(viewerUid, uid),
    exclusionsOf(reads, viewerUid, [uid]),
  ]);
  if (!cached || cached.leaving || (cached.hidden && !(await reads.isAdmin(viewerUid)))) return null;
  const marks = {
    following,
    isSelf,
    blocked: exclusions.blocks.has(uid),
    muted: exclusions.mutes.has(uid),
    blockedBy: exclusions.blockedBy.has(uid),
    ...(cached.hidden && { suspended: true as const }),
  };
  return { cached, acrossBlock: isBlocked(exclusions, uid), marks };
}

/**
 * JSON of getProfile's answer (see bytesOf); across a block only the name. `own` adds the viewer's own club.
 * Null when the user is hidden or unknown.
 */
export async function profileAnswer(
  reads: ProfileReads,
  viewerUid: string,
  uidOrHandle: string,
  own?: { now: Date },
): Promise<string | null> {
  const sight = await profileSight(reads, viewerUid, uidOrHandle);
  if (!sight) return null;
  const { marks } = sight;
  const club = marks.isSelf && own ? await ownClub(reads.db, viewerUid, own.now) : null;
  const clubText = club ? `"ownClub":${bytesOf(JSON.stringify(club))},` : '';
  return `{${clubText}"profile":${textOf(sight)},${JSON.stringify(marks).slice(1)}`;
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
export async function profilePostsPage(
  reads: ProfileReads,
  viewerUid: string,
  uid: string,
  { only, before, listedCount }: { only?: 'media'; before: string | null; listedCount: number },
): Promise<TextPage | null> {
  const sight = isId(uid) ? await sightOf(reads, viewerUid, uid) : null;
  if (!sight) return null;
  const size = Math.min(limits.profilePostsPage, limits.profilePosts - listedCount);
  if (size <= 0) return { items: [], next: null };
  const fromDatabase = async (id: string): Promise<Stretch> =>
    stretch(await findUserPostIds(reads.db, uid, id, only));
  const read = only
    ? fromDatabase
    : (id: string) => fromHead(id, () => reads.heads.author(uid), fromDatabase);
  const result = await listPage(reads, viewerUid, before, read, size, sight);
  return listedCount + result.items.length >= limits.profilePosts ? { ...result, next: null } : result;
}

async function uidOf({ db }: ProfileReads, uidOrHandle: string): Promise<string | null> {
  if (uidOrHandle.startsWith('@')) return findUidByHandle(db, normaliseHandle(uidOrHandle));
  return isId(uidOrHandle) ? uidOrHandle : null;
}
