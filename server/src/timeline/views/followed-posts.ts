import { findFolloweesAmong, findSomeFollowees } from '../../people/store/follows.ts';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  findLatestOwners,
  findPostIdsByOwners,
  findUserPostIdsOfMany,
  latestOwners,
  ownersAtOnce,
  postsOfOwner,
} from '../../posts/store/post-lists.ts';
import { type Stretch, stretch } from './feed-heads.ts';

export type ReadStretch = (before: string) => MaybePromise<Stretch>;

/** Above this many followees, their posts are searched among the newest of the whole site. */
const maxFollowees = 1_000;

/**
 * Posts of the viewer and their followees, without reposts, for when the viewer's timeline cannot serve: from
 * the authors' lists or, with `fromPosts`, from the posts themselves.
 */
export async function followedPosts(
  db: Database,
  viewerUid: string,
  { fromPosts = false } = {},
): Promise<ReadStretch> {
  const followees = await findSomeFollowees(db, viewerUid);
  if (followees.length > maxFollowees) return (before) => followedAmongLatest(db, viewerUid, before);
  const find = fromPosts ? findPostIdsByOwners : findUserPostIdsOfMany;
  return (before) => postsOfOwners((owners) => find(db, owners, before), [...followees, viewerUid]);
}

async function postsOfOwners(
  find: (owners: readonly string[]) => Promise<string[]>,
  owners: readonly string[],
): Promise<Stretch> {
  const ids: string[] = [];
  for (let i = 0; i < owners.length; i += ownersAtOnce)
    ids.push(...(await find(owners.slice(i, i + ownersAtOnce))));
  const newest = ids.sort((a, b) => (a < b ? 1 : -1)).slice(0, postsOfOwner);
  return stretch(newest, postsOfOwner);
}

async function followedAmongLatest(db: Database, viewerUid: string, before: string): Promise<Stretch> {
  const latest = await findLatestOwners(db, before);
  const owners = [...new Set(latest.map(({ ownerUid }) => ownerUid))];
  const followees = await findFolloweesAmong(db, viewerUid, owners);
  const ids = latest.flatMap(({ id, ownerUid }) =>
    ownerUid === viewerUid || followees.has(ownerUid) ? [id] : [],
  );
  return { ...stretch(ids), complete: latest.length < latestOwners, reach: latest.at(-1)?.id };
}
