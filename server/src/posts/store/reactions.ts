import type { PollKey, ViewerState } from '../../../../contract/src/calls/shapes.ts';
import type { CounterState } from '../../kernel/facts.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, sizedStatement, statement } from '../../platform/postgres/database.ts';
import { counterColumns } from './counters.ts';

export const likesAtOnce = 256;

// Markers and counter in one statement on one shard: the counter is exact under concurrency. The counter row is
// locked first, here and when a post is deleted, so the two never deadlock.
const insert = statement(
  'insert-likes',
  `WITH marked AS (
     INSERT INTO likes (post_id, uid, created_at) SELECT $1, uid, $2 FROM unnest($3::uuid[]) AS uid
     ON CONFLICT DO NOTHING RETURNING uid
   )
   UPDATE post_counters SET likes = likes + (SELECT count(*)::int FROM marked), revision = revision + 1
   WHERE post_id = $1 RETURNING ${counterColumns}`,
);
// For an array of few PostgreSQL would make a new plan each time.
const remove = sizedStatement(
  'delete-likes',
  [1, 16, likesAtOnce],
  (size) =>
    `WITH unmarked AS (
       DELETE FROM likes WHERE post_id = $1 AND uid IN (${Array.from({ length: size }, (_, i) => `$${i + 2}`).join(', ')})
       RETURNING uid
     )
     UPDATE post_counters SET likes = likes - (SELECT count(*)::int FROM unmarked), revision = revision + 1
     WHERE post_id = $1 RETURNING ${counterColumns}`,
);

/** @returns null when the post does not exist */
export async function insertLikes(
  db: Database,
  postId: string,
  uids: readonly string[],
  at: Date,
): Promise<CounterState | null> {
  return (await db.run<CounterState>(insert, [postId, at, uids]))[0] ?? null;
}

const likers = statement(
  'find-likers',
  `SELECT owner_uid AS "ownerUid",
     ARRAY(SELECT uid FROM likes WHERE post_id = $1 AND uid = ANY($2::uuid[])) AS uids
   FROM posts WHERE id = $1 AND ${postExists('posts.id')} FOR KEY SHARE`,
);

/**
 * Those of `uids` who like the post. The lock lasts until the transaction ends: a removal of the post also finds
 * what the transaction writes about it.
 * @returns null when the post does not exist
 */
export async function findLikers(
  tx: Database,
  postId: string,
  uids: readonly string[],
): Promise<{ ownerUid: string; uids: string[] } | null> {
  return (await tx.run<{ ownerUid: string; uids: string[] }>(likers, [postId, uids]))[0] ?? null;
}

export async function deleteLikes(
  db: Database,
  postId: string,
  uids: readonly string[],
): Promise<CounterState | null> {
  const { statement: query, padded: paddedUids } = remove(uids);
  return (await db.run<CounterState>(query, [postId, ...paddedUids]))[0] ?? null;
}

const vote = statement(
  'insert-vote',
  `WITH cast_now AS (
     INSERT INTO poll_votes (post_id, uid, option_id, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING option_id
   )
   UPDATE post_counters SET
     votes_a = votes_a + (SELECT count(*)::int FROM cast_now WHERE option_id = 'a'),
     votes_b = votes_b + (SELECT count(*)::int FROM cast_now WHERE option_id = 'b'),
     votes_c = votes_c + (SELECT count(*)::int FROM cast_now WHERE option_id = 'c'),
     votes_d = votes_d + (SELECT count(*)::int FROM cast_now WHERE option_id = 'd'),
     revision = revision + 1
   WHERE post_id = $1 RETURNING ${counterColumns}, (SELECT count(*)::int FROM cast_now) AS counted`,
);

export async function insertVote(
  db: Database,
  { postId, uid, optionId, at }: { postId: string; uid: string; optionId: PollKey; at: Date },
): Promise<{ counters: CounterState; isNew: boolean } | null> {
  const [row] = await db.run<CounterState & { counted: number }>(vote, [postId, uid, optionId, at]);
  if (!row) return null;
  const { counted, ...counters } = row;
  return { counters, isNew: counted > 0 };
}

const takeVoteBack = statement(
  'delete-vote',
  `WITH taken_back AS (DELETE FROM poll_votes WHERE post_id = $1 AND uid = $2 RETURNING option_id)
   UPDATE post_counters SET
     votes_a = votes_a - (SELECT count(*)::int FROM taken_back WHERE option_id = 'a'),
     votes_b = votes_b - (SELECT count(*)::int FROM taken_back WHERE option_id = 'b'),
     votes_c = votes_c - (SELECT count(*)::int FROM taken_back WHERE option_id = 'c'),
     votes_d = votes_d - (SELECT count(*)::int FROM taken_back WHERE option_id = 'd'),
     revision = revision + 1
   WHERE post_id = $1 RETURNING ${counterColumns}`,
);

export async function deleteVote(db: Database, postId: string, uid: string): Promise<CounterState | null> {
  return (await db.run<CounterState>(takeVoteBack, [postId, uid]))[0] ?? null;
}

type MarkRow = { key: string; kind: string };
type Marks = Partial<ViewerState>;

const marksOfKind: Record<string, Marks> = {
  like: { liked: true },
  repost: { reposted: true },
  save: { saved: true },
};

function marksByKey(rows: readonly MarkRow[]): Map<string, Marks> {
  const marks = new Map<string, Marks>();
  for (const { key, kind } of rows)
    marks.set(key, { ...marks.get(key), ...(marksOfKind[kind] ?? { vote: kind as PollKey }) });
  return marks;
}

const findMarkers = statement(
  'find-markers',
  `SELECT post_id AS key, 'like' AS kind FROM likes WHERE post_id = ANY($1::uuid[]) AND uid = $2
   UNION ALL
   SELECT post_id, 'repost' FROM reposts WHERE post_id = ANY($1::uuid[]) AND uid = $2
   UNION ALL
   SELECT post_id, option_id FROM poll_votes WHERE post_id = ANY($1::uuid[]) AND uid = $2`,
);
const findSaves = statement(
  'find-saves',
  `SELECT post_id AS key, 'save' AS kind FROM saves WHERE uid = $1 AND post_id = ANY($2::uuid[])`,
);

/** The marks of a user on several posts, by post id; of those that have any. */
export async function findMarksOf(
  db: Database,
  uid: string,
  postIds: readonly string[],
): Promise<Map<string, Marks>> {
  const rows = await Promise.all([
    db.run<MarkRow>(findMarkers, [postIds, uid]),
    db.run<MarkRow>(findSaves, [uid, postIds]),
  ]);
  return marksByKey(rows.flat());
}

const findMarkersOnPost = statement(
  'find-markers-on-post',
  `SELECT uid AS key, 'like' AS kind FROM likes WHERE post_id = $1 AND uid = ANY($2::uuid[])
   UNION ALL
   SELECT uid, 'repost' FROM reposts WHERE post_id = $1 AND uid = ANY($2::uuid[])
   UNION ALL
   SELECT uid, option_id FROM poll_votes WHERE post_id = $1 AND uid = ANY($2::uuid[])`,
);
const findSavesOnPost = statement(
  'find-saves-on-post',
  `SELECT uid AS key, 'save' AS kind FROM saves WHERE uid = ANY($2::uuid[]) AND post_id = $1`,
);

/** The marks of several users on one post, by uid; of those who have any. */
export async function findMarksOn(
  db: Database,
  postId: string,
  uids: readonly string[],
): Promise<Map<string, Marks>> {
  const rows = await Promise.all([
    db.run<MarkRow>(findMarkersOnPost, [postId, uids]),
    db.run<MarkRow>(findSavesOnPost, [postId, uids]),
  ]);
  return marksByKey(rows.flat());
}

export type Marker = { postId: string; kind: string; marks: Marks };

export const newestMarkers = 500;

const newest = (table: string, kind: string) =>
  `(SELECT post_id, '${kind}' AS kind, ${table === 'poll_votes' ? 'option_id' : 'NULL'} AS option FROM ${table}
    WHERE uid = $1 ORDER BY post_id DESC LIMIT ${newestMarkers})`;
const findNewest = statement(
  'find-newest-markers',
  [
    newest('likes', 'like'),
    newest('reposts', 'repost'),
    newest('poll_votes', 'vote'),
    newest('saves', 'save'),
  ].join(' UNION ALL '),
);

/** Up to 500 marks of each kind. This query reads every shard: run it once, when a viewer begins to read. */
export async function findNewestMarkers(db: Database, uid: string): Promise<Marker[]> {
  const rows = await db.run<{ post_id: string; kind: string; option: PollKey | null }>(findNewest, [uid]);
  return rows.map(({ post_id: postId, kind, option }) => ({
    postId,
    kind,
    marks: marksOfKind[kind] ?? { vote: option },
  }));
}
