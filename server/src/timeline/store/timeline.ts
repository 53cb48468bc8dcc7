import { type Database, sizedStatement, statement } from '../../platform/postgres/database.ts';

/** One entry of a reader's timeline: a post, and the reposter when it is a repost. */
export type TimelineEntry = { entryId: string; postId: string; reposterUid: string | null };

type Row = { entry_id: string; post_id: string; reposter_uid: string | null; followee: string | null };

// The second half finds which of the authors merged at read this reader follows.
const find = statement(
  'find-timeline',
  `(SELECT entry_id, post_id, reposter_uid, NULL::uuid AS followee FROM timeline
     WHERE reader_uid = $1 AND entry_id < $2 ORDER BY entry_id DESC LIMIT 21)
   UNION ALL
   SELECT NULL, NULL, NULL, followee FROM follows WHERE follower = $1 AND followee = ANY($3::uuid[])`,
);

export const timelinePage = 21;

/** The 21 newest entries of a reader before one, and which of `mergedAtRead` the reader follows. */
export async function findTimeline(
  db: Database,
  readerUid: string,
  before: string,
  mergedAtRead: readonly string[],
): Promise<{ entries: TimelineEntry[]; followed: string[] }> {
  const entries: TimelineEntry[] = [];
  const followed: string[] = [];
  for (const row of await db.run<Row>(find, [readerUid, before, mergedAtRead])) {
    if (row.followee !== null) followed.push(row.followee);
    else entries.push({ entryId: row.entry_id, postId: row.post_id, reposterUid: row.reposter_uid });
  }
  // UNION ALL guarantees no order.
  entries.sort((a, b) => (a.entryId < b.entryId ? 1 : -1));
  return { entries, followed };
}

const insert = sizedStatement(
  'insert-timeline',
  [1, 8, 32, 64, 128, 256, 500],
  (size) =>
    `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid, reposter_uid) VALUES
     ${Array.from({ length: size }, (_, i) => `($${i + 5}, $1, $2, $3, $4)`).join(', ')} ON CONFLICT DO NOTHING`,
);

/** Puts a post, or a repost of one, on the timelines of up to 500 readers. */
export async function insertOnTimelines(
  db: Database,
  entry: TimelineEntry & { authorUid: string },
  readerUids: readonly string[],
): Promise<void> {
  const { statement: sized, padded } = insert(readerUids);
  await db.run(sized, [entry.entryId, entry.postId, entry.authorUid, entry.reposterUid, ...padded]);
}

const backfill = sizedStatement(
  'backfill-timeline',
  [10, 50, 200],
  (size) =>
    `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid) VALUES
     ${Array.from({ length: size }, (_, i) => `($1, $${i + 3}, $${i + 3}, $2)`).join(', ')} ON CONFLICT DO NOTHING`,
);

/** Puts up to 200 posts of one author on one reader's timeline. */
export async function insertPostsOnTimeline(
  db: Database,
  readerUid: string,
  authorUid: string,
  postIds: readonly string[],
): Promise<void> {
  const { statement: sized, padded } = backfill(postIds);
  await db.run(sized, [readerUid, authorUid, ...padded]);
}

const backfillReposts = sizedStatement(
  'backfill-reposts',
  [5, 41],
  (size) =>
    `INSERT INTO timeline (reader_uid, reposter_uid, entry_id, post_id, author_uid) VALUES
     ${Array.from({ length: size }, (_, i) => `($1, $2, $${3 * i + 3}, $${3 * i + 4}, $${3 * i + 5})`).join(', ')}
     ON CONFLICT DO NOTHING`,
);

/** Puts up to 41 reposts of one user on one reader's timeline. */
export async function insertRepostsOnTimeline(
  db: Database,
  readerUid: string,
  reposterUid: string,
  reposts: readonly { entryId: string; postId: string; authorUid: string }[],
): Promise<void> {
  const { statement: sized, padded } = backfillReposts(reposts);
  const rows = padded.flatMap(({ entryId, postId, authorUid }) => [entryId, postId, authorUid]);
  await db.run(sized, [readerUid, reposterUid, ...rows]);
}

const reposted = statement(
  'find-timeline-reposts',
  `SELECT entry_id, post_id, reposter_uid FROM timeline
   WHERE reader_uid = $1 AND post_id = ANY($2::uuid[]) AND reposter_uid IS NOT NULL AND entry_id <= $3`,
);

/** The repost entries of these posts on a reader's timeline, up to an entry. */
export async function findRepostEntries(
  db: Database,
  readerUid: string,
  postIds: readonly string[],
  upTo: string,
): Promise<{ entryId: string; postId: string; reposterUid: string }[]> {
  type Found = { entry_id: string; post_id: string; reposter_uid: string };
  const rows = await db.run<Found>(reposted, [readerUid, postIds, upTo]);
  return rows.map((row) => ({ entryId: row.entry_id, postId: row.post_id, reposterUid: row.reposter_uid }));
}

const removeAuthor = statement(
  'delete-author-from-timeline',
  'DELETE FROM timeline WHERE reader_uid = $1 AND (author_uid = $2 AND reposter_uid IS NULL OR reposter_uid = $2)',
);

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
