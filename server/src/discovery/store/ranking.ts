import { limits } from '../../../../contract/src/rules/limits.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

// This bounds the job's work: on a busy site these are the newest hours.
const newest = 100_000;

const suspended = statement(
  'find-newest-suspended',
  'SELECT uid FROM users WHERE suspended ORDER BY created_at DESC, uid DESC LIMIT 1000',
);

/** The newest 1000 accounts: those who push a post are mostly new. Reads every shard. */
export async function findSuspended(db: Database): Promise<string[]> {
  return (await db.run<{ uid: string }>(suspended, [])).map((row) => row.uid);
}

// `<> ALL` would compare each row with each uid in a generic plan; a subquery is hashed.
// An author's own activity does not count, and one person counts once, however many comments they wrote.
const othersOnPosts = `(
    (SELECT post_id, uid FROM likes WHERE created_at > $1 ORDER BY created_at DESC LIMIT ${newest})
    UNION ALL (SELECT post_id, uid FROM comments WHERE created_at > $1 AND deleted_at IS NULL ORDER BY created_at DESC LIMIT ${newest})
  ) AS activity JOIN post_summaries p ON p.id = activity.post_id AND p.owner_uid <> activity.uid
  WHERE activity.uid NOT IN (SELECT unnest($2::uuid[]))`;

const authors = statement(
  'rank-authors',
  `SELECT p.owner_uid AS uid FROM ${othersOnPosts}
   GROUP BY p.owner_uid ORDER BY count(DISTINCT activity.uid) DESC, p.owner_uid LIMIT ${limits.rankedAuthors}`,
);

type Activity = { since: Date; without: readonly string[] };

/** Most people first, not counting those of `without`. Reads every shard. */
export async function rankAuthors(db: Database, { since, without }: Activity): Promise<string[]> {
  return (await db.run<{ uid: string }>(authors, [since, without])).map((row) => row.uid);
}

const posts = statement(
  'rank-posts',
  `SELECT activity.post_id AS id FROM ${othersOnPosts}
   GROUP BY activity.post_id ORDER BY count(DISTINCT activity.uid) DESC, activity.post_id DESC
   LIMIT ${limits.hotPostCandidates}`,
);

/** As `rankAuthors`. */
export async function rankPosts(db: Database, { since, without }: Activity): Promise<string[]> {
  return (await db.run<{ id: string }>(posts, [since, without])).map((row) => row.id);
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
