import { limits } from '../../../../contract/src/rules/limits.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

// This bounds the job's work: on a busy site these are the newest hours.
const newest = 100_000;

// An author's own activity does not count, and one person counts once, however many comments they wrote.
const othersOnPosts = `(
    (SELECT post_id, uid FROM likes WHERE created_at > $1 ORDER BY created_at DESC LIMIT ${newest})
    UNION ALL (SELECT post_id, uid FROM comments WHERE created_at > $1 AND deleted_at IS NULL ORDER BY created_at DESC LIMIT ${newest})
  ) AS activity JOIN post_summaries p ON p.id = activity.post_id AND p.owner_uid <> activity.uid`;

const authors = statement(
  'rank-authors',
  `SELECT p.owner_uid AS uid FROM ${othersOnPosts}
   GROUP BY p.owner_uid ORDER BY count(DISTINCT activity.uid) DESC, p.owner_uid LIMIT ${limits.rankedAuthors}`,
);

/** Most people first. Reads every shard. */
export async function rankAuthors(db: Database, since: Date): Promise<string[]> {
  return (await db.run<{ uid: string }>(authors, [since])).map((row) => row.uid);
}

const posts = statement(
  'rank-posts',
  `SELECT activity.post_id AS id FROM ${othersOnPosts}
   GROUP BY activity.post_id ORDER BY count(DISTINCT activity.uid) DESC, activity.post_id DESC
   LIMIT ${limits.hotPostCandidates}`,
);

/** Most people first. Reads every shard. */
export async function rankPosts(db: Database, since: Date): Promise<string[]> {
  return (await db.run<{ id: string }>(posts, [since])).map((row) => row.id);
}

const writers = statement(
  'find-frequent-writers',
  `SELECT owner_uid AS uid FROM user_posts WHERE owner_uid = ANY($1::uuid[]) AND post_id > $2
   GROUP BY owner_uid HAVING count(*) >= ${limits.writesMuchPosts}`,
);

export async function findFrequentWriters(
  db: Database,
  uids: readonly string[],
  after: string,
): Promise<Set<string>> {
  return new Set((await db.run<{ uid: string }>(writers, [uids, after])).map((row) => row.uid));
}
