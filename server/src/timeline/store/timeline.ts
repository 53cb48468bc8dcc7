import type { TimelineEntry } from '../../kernel/facts.ts';
import { firstId } from '../../kernel/ids.ts';
import { removalBatch } from '../../kernel/store/batches.ts';
import { columnsOf } from '../../kernel/store/columns.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, sizedStatement, statement } from '../../platform/postgres/database.ts';

type Row = { entry_id: string; post_id: string | null; reposter_uid: string | null; followee: string | null };

// Entries below this may have gaps, because a job is deleting them.
const storedFrom = `coalesce((SELECT timeline_from FROM users WHERE uid = $1), '${firstId}')`;

// The second part finds the merged authors whom the reader follows, the third the oldest stored entry.
const find = statement(
  'find-timeline',
  `(SELECT entry_id, post_id, reposter_uid, NULL::uuid AS followee FROM timeline
     WHERE reader_uid = $1 AND entry_id < $2
       AND entry_id >= ${storedFrom}
     ORDER BY entry_id DESC LIMIT 21)
   UNION ALL
   SELECT NULL, NULL, NULL, followee FROM follows WHERE follower = $1 AND followee = ANY($3::uuid[])
   UNION ALL
   SELECT timeline_from, NULL, NULL, NULL FROM users WHERE uid = $1 AND timeline_from IS NOT NULL`,
);

export const timelinePage = 21;

/** `storedFrom` is the oldest entry that is stored; null when all are. */
export async function findTimeline(
  db: Database,
  readerUid: string,
  before: string,
  mergedAtRead: readonly string[],
): Promise<{ entries: TimelineEntry[]; mergedAuthors: string[]; storedFrom: string | null }> {
  const entries: TimelineEntry[] = [];
  const mergedAuthors: string[] = [];
  let storedFrom: string | null = null;
  for (const row of await db.run<Row>(find, [readerUid, before, mergedAtRead])) {
    if (row.followee !== null) mergedAuthors.push(row.followee);
    else if (row.post_id === null) storedFrom = row.entry_id;
    else entries.push({ entryId: row.entry_id, postId: row.post_id, reposterUid: row.reposter_uid });
  }
  entries.sort((a, b) => (a.entryId < b.entryId ? 1 : -1));
  return { entries, mergedAuthors, storedFrom };
}

const insertNew = statement(
  'insert-new-entries',
  `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid)
   SELECT reader, post, post, author FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS page (post, author, readers)
   CROSS JOIN LATERAL unnest(page.readers::uuid[]) AS reader`,
);

export type PostForReaders = {
  readonly postId: string;
  readonly authorUid: string;
  readonly readerUids: readonly string[];
};

/** Readers must not have the posts yet. Costs half as much as `insertOnTimelines`, which checks. */
export async function insertNewOnTimelines(db: Database, posts: readonly PostForReaders[]): Promise<void> {
  await db.run(insertNew, [
    posts.map(({ postId }) => postId),
    posts.map(({ authorUid }) => authorUid),
    posts.map(({ readerUids }) => `{${readerUids.join()}}`),
  ]);
}

type OwnedPost = { readonly postId: string; readonly ownerUid: string };

export async function insertOnOwnTimelines(db: Database, posts: readonly OwnedPost[]): Promise<void> {
  await insertNewOnTimelines(
    db,
    posts.map(({ postId, ownerUid }) => ({ postId, authorUid: ownerUid, readerUids: [ownerUid] })),
  );
}

// Not the lock of the author's row, which each publication changes.
const fanOutKey = 'hashtextextended(uid, 7401882017)';
const lockShared = statement(
  'lock-for-fan-out',
  `SELECT pg_advisory_xact_lock_shared(${fanOutKey}) FROM unnest($1::text[]) AS uid`,
);
const lockAlone = statement(
  'lock-against-fan-out',
  `SELECT pg_advisory_xact_lock(${fanOutKey}) FROM unnest($1::text[]) AS uid`,
);

/** For as long as the transaction runs, `lockAgainstFanOut` waits. */
export async function lockForFanOut(db: Database, authorUids: readonly string[]): Promise<void> {
  await db.run(lockShared, [authorUids.toSorted()]);
}

/** Waits until fan-outs of these authors' posts have ended, and keeps others from beginning. Before any row. */
export async function lockAgainstFanOut(db: Database, authorUids: readonly string[]): Promise<void> {
  await db.run(lockAlone, [authorUids.toSorted()]);
}

// OFFSET keeps the planner from reading all posts or all followers for a join.
const insertForAll = statement(
  'insert-entries-of-followers',
  `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid)
   SELECT reader.follower, post.id, post.id, post.owner_uid
   FROM unnest($1::uuid[], $2::uuid[]) AS post (id, owner_uid)
   CROSS JOIN LATERAL (SELECT FROM posts WHERE posts.id = post.id AND ${postExists('post.id')} OFFSET 0) AS existing
   CROSS JOIN LATERAL (SELECT follower FROM followers WHERE followee = post.owner_uid OFFSET 0) AS reader`,
);
// Read apart, which costs less than returning each entry that was written.
const findFollowers = statement(
  'find-followers-of-authors',
  `SELECT author AS uid, (SELECT string_agg(follower::text, ',') FROM followers WHERE followee = author) AS followers
   FROM unnest($1::uuid[]) AS author`,
);

/**
 * Writes new posts that still exist on the timelines of all followers, in one statement, which no Citus can.
 * Call it with the authors' lock for a fan-out.
 * @returns the readers of each post, also of one that was deleted; posts without any are left out
 */
export async function insertOnFollowersTimelines(
  db: Database,
  posts: readonly OwnedPost[],
): Promise<{ postId: string; readerUids: readonly string[] }[]> {
  if (posts.length === 0) return [];
  const column = columnsOf(posts);
  const owners = column('ownerUid');
  type Followers = { uid: string; followers: string | null };
  const [rows] = await Promise.all([
    db.run<Followers>(findFollowers, [[...new Set(owners)]]),
    db.run(insertForAll, [column('postId'), owners]),
  ]);
  const readers = new Map(rows.map(({ uid, followers }) => [uid, followers?.split(',') ?? []]));
  return posts.flatMap(({ postId, ownerUid }) => {
    const readerUids = readers.get(ownerUid) ?? [];
    return readerUids.length > 0 ? [{ postId, readerUids }] : [];
  });
}

const insert = sizedStatement(
  'insert-timeline',
  [1, 8, 32, 64, 128, 256, 500],
  (size) =>
    `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid, reposter_uid) VALUES
     ${Array.from({ length: size }, (_, i) => `($${i + 5}, $1, $2, $3, $4)`).join(', ')} ON CONFLICT DO NOTHING`,
);

export async function insertOnTimelines(
  db: Database,
  entry: TimelineEntry & { authorUid: string },
  readerUids: readonly string[],
): Promise<void> {
  const { statement: query, padded: paddedUids } = insert(readerUids);
  await db.run(query, [entry.entryId, entry.postId, entry.authorUid, entry.reposterUid, ...paddedUids]);
}

const backfill = sizedStatement(
  'backfill-timeline',
  [10, 50, 200],
  (size) =>
    `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid) VALUES
     ${Array.from({ length: size }, (_, i) => `($1, $${i + 3}, $${i + 3}, $2)`).join(', ')} ON CONFLICT DO NOTHING`,
);

export async function insertPostsOnTimeline(
  db: Database,
  readerUid: string,
  authorUid: string,
  postIds: readonly string[],
): Promise<void> {
  const { statement: query, padded: paddedIds } = backfill(postIds);
  await db.run(query, [readerUid, authorUid, ...paddedIds]);
}

const backfillReposts = sizedStatement(
  'backfill-reposts',
  [5, 41],
  (size) =>
    `INSERT INTO timeline (reader_uid, reposter_uid, entry_id, post_id, author_uid) VALUES
     ${Array.from({ length: size }, (_, i) => `($1, $2, $${3 * i + 3}, $${3 * i + 4}, $${3 * i + 5})`).join(', ')}
     ON CONFLICT DO NOTHING`,
);

export async function insertRepostsOnTimeline(
  db: Database,
  readerUid: string,
  reposterUid: string,
  reposts: readonly { entryId: string; postId: string; authorUid: string }[],
): Promise<void> {
  const { statement: query, padded: paddedReposts } = backfillReposts(reposts);
  const rows = paddedReposts.flatMap(({ entryId, postId, authorUid }) => [entryId, postId, authorUid]);
  await db.run(query, [readerUid, reposterUid, ...rows]);
}

// OFFSET keeps the planner from reading all that the reader's timeline stores between the two entries. Ranked
// instead of joined to the list of posts, since a join to it may make Citus ask every shard.
const repostEntries = statement(
  'find-timeline-reposts',
  `SELECT entry_id, post_id, reposter_uid FROM (
     SELECT *, row_number() OVER (PARTITION BY post_id ORDER BY entry_id DESC) AS rank FROM (
       SELECT entry_id, post_id, reposter_uid FROM timeline
       WHERE reader_uid = $1 AND post_id = ANY($2::uuid[]) AND reposter_uid IS NOT NULL OFFSET 0
     ) AS reposts WHERE entry_id <= $3 AND entry_id >= ${storedFrom}
   ) AS ranked WHERE rank <= $4::int`,
);

/** The newest `ofEach` reposts of each post. */
export async function findRepostEntries(
  db: Database,
  readerUid: string,
  { postIds, upTo, ofEach }: { postIds: readonly string[]; upTo: string; ofEach: number },
): Promise<{ entryId: string; postId: string; reposterUid: string }[]> {
  type RepostRow = { entry_id: string; post_id: string; reposter_uid: string };
  const rows = await db.run<RepostRow>(repostEntries, [readerUid, postIds, upTo, ofEach]);
  return rows.map((row) => ({ entryId: row.entry_id, postId: row.post_id, reposterUid: row.reposter_uid }));
}

const removeAuthor = statement(
  'delete-author-from-timeline',
  `DELETE FROM timeline WHERE reader_uid = $1 AND (author_uid = $2 AND reposter_uid IS NULL OR reposter_uid = $2)
     AND NOT EXISTS (SELECT 1 FROM follows WHERE follower = $1 AND followee = $2)`,
);

/** Unless the reader follows the author again. */
export async function deleteAuthorFromTimeline(
  db: Database,
  readerUid: string,
  authorUid: string,
): Promise<void> {
  await db.run(removeAuthor, [readerUid, authorUid]);
}

const removeEntry = statement(
  'delete-entry-from-timelines',
  'DELETE FROM timeline WHERE reader_uid = ANY($1::uuid[]) AND entry_id = $2',
);

export async function deleteFromTimelines(
  db: Database,
  readerUids: readonly string[],
  entryId: string,
): Promise<void> {
  await db.run(removeEntry, [readerUids, entryId]);
}

const readers = statement('find-readers', 'SELECT uid FROM users WHERE uid > $1 ORDER BY uid LIMIT 500');

/** Reads every shard. */
export async function findReaders(db: Database, after: string): Promise<string[]> {
  return (await db.run<{ uid: string }>(readers, [after])).map((row) => row.uid);
}

const cut = statement(
  'find-timeline-cut',
  'SELECT entry_id FROM timeline WHERE reader_uid = $1 ORDER BY entry_id DESC OFFSET $2::int - 1 LIMIT 2',
);

/** The oldest of the reader's `maxEntries` newest entries; null when there are no older ones. */
export async function findTimelineCut(
  db: Database,
  readerUid: string,
  maxEntries: number,
): Promise<string | null> {
  const [oldest, older] = await db.run<{ entry_id: string }>(cut, [readerUid, maxEntries]);
  return older === undefined ? null : (oldest?.entry_id ?? null);
}

const setFrom = statement(
  'set-timeline-from',
  'UPDATE users SET timeline_from = $2 WHERE uid = $1 AND (timeline_from IS NULL OR timeline_from < $2)',
);

/** Entries before this one no longer count as stored. */
export async function setTimelineFrom(db: Database, readerUid: string, entryId: string): Promise<void> {
  await db.run(setFrom, [readerUid, entryId]);
}

const removeOld = statement(
  'delete-old-entries',
  `DELETE FROM timeline WHERE reader_uid = $1 AND entry_id = ANY (ARRAY(
     SELECT entry_id FROM timeline WHERE reader_uid = $1 AND entry_id < $2 ORDER BY entry_id LIMIT ${removalBatch}))
   RETURNING entry_id`,
);

export async function deleteOldEntries(db: Database, readerUid: string, before: string): Promise<number> {
  return (await db.run(removeOld, [readerUid, before])).length;
}
