import { insertClubPosts } from '../../../clubs/store/club-posts.ts';
import { columnsOf } from '../../../kernel/store/columns.ts';
import { type Database, statement } from '../../../platform/postgres/database.ts';
import { insertPosts, type NewPost } from '../../../posts/store/new-posts.ts';
import { insertUserPosts } from '../../../posts/store/post-lists.ts';

/** The seed writes timelines of recent posts only, and counts with the people. */
export type BulkPost = NewPost & { club: string | null };

export async function insertManyPosts(tx: Database, posts: readonly BulkPost[]): Promise<void> {
  await insertPosts(tx, posts);
  const userPosts = posts.map(({ id, ownerUid, files, club }) => {
    return { postId: id, ownerUid, hasMedia: files.length > 0, club };
  });
  await insertUserPosts(tx, userPosts);
  await insertClubPosts(tx, userPosts);
}

const timelines = statement(
  'insert-many-timelines',
  `WITH post AS (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS t (id, owner_uid))
   INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid)
   SELECT f.follower, p.id, p.id, p.owner_uid FROM post p JOIN followers f ON f.followee = p.owner_uid
   UNION ALL SELECT owner_uid, id, id, owner_uid FROM post`,
);

export async function insertManyOnTimelines(db: Database, rows: readonly BulkPost[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(timelines, [column('id'), column('ownerUid')]);
}

const fromReposts = `FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[])
     AS t (entry_id, post_id, uid, author_uid, at)`;
const reposts = statement(
  'insert-many-reposts',
  `INSERT INTO reposts (post_id, uid, entry_id, created_at) SELECT post_id, uid, entry_id, at ${fromReposts}
   ON CONFLICT DO NOTHING RETURNING entry_id AS "entryId"`,
);
const userReposts = statement(
  'insert-many-user-reposts',
  `INSERT INTO user_reposts (owner_uid, entry_id, post_id, author_uid)
   SELECT uid, entry_id, post_id, author_uid ${fromReposts}`,
);
const repostTimelines = statement(
  'insert-many-reposts-on-timelines',
  `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid, reposter_uid)
   SELECT f.follower, r.entry_id, r.post_id, r.author_uid, r.uid
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS r (entry_id, post_id, uid, author_uid)
   JOIN followers f ON f.followee = r.uid`,
);

export type BulkRepost = { entryId: string; postId: string; uid: string; authorUid: string; at: Date };

/** Leaves out what was reposted before. Only reposts from `onTimelinesFrom` (ms) on are put on timelines. */
export async function insertManyReposts(
  db: Database,
  rows: readonly BulkRepost[],
  onTimelinesFrom: number,
): Promise<void> {
  const values = (of: readonly BulkRepost[]) => {
    const column = columnsOf(of);
    return [column('entryId'), column('postId'), column('uid'), column('authorUid')];
  };
  const withTimes = (of: readonly BulkRepost[]) => [...values(of), of.map(({ at }) => at)];
  const inserted = await db.run<{ entryId: string }>(reposts, withTimes(rows));
  const newIds = new Set(inserted.map(({ entryId }) => entryId));
  const newRows = rows.filter(({ entryId }) => newIds.has(entryId));
  await db.run(userReposts, withTimes(newRows));
  await db.run(repostTimelines, values(newRows.filter(({ at }) => at.getTime() >= onTimelinesFrom)));
}
