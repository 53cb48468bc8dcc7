import { castDomain, castPassword } from '../../test/cast.ts';
import type { Database, Pool } from '../platform/database.ts';
import { hashPassword } from '../platform/passwords.ts';
import { findAccountByEmail } from '../store/accounts.ts';
import {
  analyzeTables,
  type BulkEdge,
  type BulkPost,
  countAccountsOutside,
  insertManyComments,
  insertManyEdges,
  insertManyLikes,
  insertManyOnTimelines,
  insertManyPosts,
  insertManyUsers,
} from '../store/bulk.ts';
import { countFollowsOf } from '../store/follows.ts';
import { setFollowersCount } from '../store/users.ts';
import { type Community, communityDays, createCommunity, type SeededPost } from './community.ts';

export type SeedOptions = {
  readonly users: number;
  readonly posts: number;
  /** The community's last moment; with the seed it decides every row. */
  readonly until: Date;
  /** The account that everybody follows; null for none. */
  readonly officialUid: string | null;
  readonly superAdminEmail: string | null;
  /** Also where real people are. */
  readonly force: boolean;
  /** What the cast signs in with. */
  readonly password?: string;
  /** Posts of so many newest days go onto timelines: a million posts on all of them would be fifty million rows. */
  readonly timelineDays?: number;
};

export type SeedResult =
  | { outcome: 'seeded'; users: number; posts: number; likes: number; comments: number }
  | { outcome: 'already seeded' }
  | { outcome: 'real people'; accounts: number };

/** Fixed: everybody who seeds at the same moment gets the same community. */
export const seed = 1986;

/** Fills a site with the example community, all of it or nothing. */
export async function seedSite(db: Pool, options: SeedOptions): Promise<SeedResult> {
  const community = createCommunity(seed, options, options.until.getTime());
  const [first] = community.people;
  if (first && (await findAccountByEmail(db, first.email))) return { outcome: 'already seeded' };
  const accounts = await countAccountsOutside(db, castDomain, options.superAdminEmail);
  if (accounts > 0 && !options.force) return { outcome: 'real people', accounts };
  const passwordHash = await hashPassword(options.password ?? castPassword);
  const result = await db.transaction(async (tx) => {
    await writeEdges(tx, community, options);
    const written = await writePosts(tx, community, options);
    await writePeople(tx, community, written.byAuthor, passwordHash, options);
    const { likes, comments } = written;
    return { outcome: 'seeded' as const, users: options.users, posts: options.posts, likes, comments };
  });
  await analyzeTables(db);
  return result;
}

async function writeEdges(db: Database, community: Community, { officialUid }: SeedOptions): Promise<void> {
  for (const rows of batches(edgesOf(community), 2_000)) await insertManyEdges(db, rows);
  if (officialUid === null) return;
  const toOfficial = community.people.map((person) => ({
    follower: person.uid,
    followee: officialUid,
    at: new Date(person.createdAt),
  }));
  for (const rows of batches(toOfficial, 2_000)) await insertManyEdges(db, rows, { official: true });
}

function* edgesOf({ people, followees }: Community): Generator<BulkEdge> {
  for (const [i, { uid, createdAt }] of people.entries()) {
    const at = new Date(createdAt);
    for (const followee of followees[i] ?? []) {
      yield { follower: uid, followee: people[followee]?.uid ?? '', at };
    }
  }
}

type Written = { byAuthor: Int32Array; likes: number; comments: number };

async function writePosts(
  db: Database,
  community: Community,
  { until, timelineDays = communityDays }: SeedOptions,
): Promise<Written> {
  const written = { byAuthor: new Int32Array(community.people.length), likes: 0, comments: 0 };
  const onTimelinesFrom = until.getTime() - timelineDays * 86_400_000;
  const uidOf = (i: number) => community.people[i]?.uid ?? '';
  for (const batch of batches(community.posts(), 250)) {
    const rows = batch.map((post) => postRow(post, uidOf(post.author)));
    for (const { author } of batch) written.byAuthor[author] = (written.byAuthor[author] ?? 0) + 1;
    const likes = batch.flatMap((post) =>
      post.likes.map(({ who, at }) => ({ postId: post.id, uid: uidOf(who), at: new Date(at) })),
    );
    const comments = batch.flatMap((post) =>
      post.comments.map(({ id, author, text, at }) => ({
        postId: post.id,
        id,
        uid: uidOf(author),
        text,
        at: new Date(at),
      })),
    );
    await insertManyPosts(db, rows);
    await insertManyLikes(db, likes);
    await insertManyComments(db, comments);
    const recent = rows.filter((row) => row.at.getTime() >= onTimelinesFrom);
    if (recent.length > 0) await insertManyOnTimelines(db, recent);
    written.likes += likes.length;
    written.comments += comments.length;
  }
  return written;
}

function postRow({ id, text, link, likes, comments, at }: SeededPost, ownerUid: string): BulkPost {
  return { id, ownerUid, text, link, likes: likes.length, comments: comments.length, at: new Date(at) };
}

// Last, when every count is known.
async function writePeople(
  db: Database,
  { people, followees }: Community,
  posts: Int32Array,
  passwordHash: string,
  { officialUid }: SeedOptions,
): Promise<void> {
  const followers = new Int32Array(people.length);
  for (const list of followees) for (const i of list) followers[i] = (followers[i] ?? 0) + 1;
  const rows = people.map((person, i) => ({
    ...person,
    // Only the cast can sign in.
    passwordHash: person.inCast ? passwordHash : null,
    followers: followers[i] ?? 0,
    following: (followees[i]?.length ?? 0) + (officialUid === null ? 0 : 1),
    posts: posts[i] ?? 0,
    at: new Date(person.createdAt),
  }));
  for (const part of batches(rows, 500)) await insertManyUsers(db, part);
  if (officialUid !== null) await setFollowersCount(db, officialUid, await countFollowsOf(db, officialUid));
}

function* batches<T>(rows: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
