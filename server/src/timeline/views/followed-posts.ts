import { findFollowed, findSomeFollowees } from '../../people/store/follows.ts';
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

export type ReadStretch = (before: string) => Promise<Stretch>;

/** Above this many followees, the newest posts of the whole site are searched for theirs. */
const followedOneByOne = 1_000;

/**
 * Reads the posts of a viewer and their followees without the viewer's timeline, and without reposts: from the lists of
 * their authors, or `fromPosts` from the posts themselves.
 */
export async function followedPosts(
  db: Database,
  viewerUid: string,
  { fromPosts = false } = {},
): Promise<ReadStretch> {
  const followees = await findSomeFollowees(db, viewerUid);
  if (followees.length > followedOneByOne) return (before) => followedAmongLatest(db, viewerUid, before);
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
  // The newest of all are among the newest of each.
  const newest = ids.sort((a, b) => (a < b ? 1 : -1)).slice(0, postsOfOwner);
  return stretch(newest, postsOfOwner);
}

async function followedAmongLatest(db: Database, viewerUid: string, before: string): Promise<Stretch> {
  const latest = await findLatestOwners(db, before);
  const owners = [...new Set(latest.map(({ ownerUid }) => ownerUid))];
  const followed = await findFollowed(db, viewerUid, owners);
  const ids = latest.flatMap(({ id, ownerUid }) =>
    ownerUid === viewerUid || followed.has(ownerUid) ? [id] : [],
  );
  return { ...stretch(ids), complete: latest.length < latestOwners, reach: latest.at(-1)?.id };
}
