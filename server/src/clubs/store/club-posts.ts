import { columnsOf } from '../../kernel/store/columns.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

export type ClubPost = { readonly club: string; readonly postId: string; readonly ownerUid: string };

// The last condition finds the shards on Citus.
const mark = statement(
  'mark-user-posts',
  `UPDATE user_posts SET club = listed.club
   FROM unnest($1::text[], $2::uuid[], $3::uuid[]) AS listed (club, post_id, owner_uid)
   WHERE user_posts.owner_uid = listed.owner_uid AND user_posts.post_id = listed.post_id
     AND user_posts.owner_uid = ANY($3::uuid[])`,
);
const insert = statement(
  'insert-club-posts',
  `INSERT INTO club_posts (club, post_id, owner_uid) SELECT * FROM unnest($1::text[], $2::uuid[], $3::uuid[])
   ON CONFLICT DO NOTHING`,
);

type MaybeClubPost = Omit<ClubPost, 'club'> & { readonly club: string | null };

/** Lists posts under the clubs that their authors showed, if they did. */
export async function insertClubPosts(db: Database, posts: readonly MaybeClubPost[]): Promise<void> {
  const clubPosts = posts.flatMap(({ club, postId, ownerUid }) =>
    club === null ? [] : [{ club, postId, ownerUid }],
  );
  if (clubPosts.length > 0) await db.run(insert, valuesOf(clubPosts));
}

/** Also marks the posts in the authors' lists; call it in a transaction. */
export async function markClubPosts(db: Database, posts: readonly ClubPost[]): Promise<void> {
  await Promise.all([db.run(mark, valuesOf(posts)), insertClubPosts(db, posts)]);
}

function valuesOf(posts: readonly ClubPost[]): string[][] {
  const column = columnsOf(posts);
  return [column('club'), column('postId'), column('ownerUid')];
}

const remove = statement('delete-club-post', 'DELETE FROM club_posts WHERE club = $1 AND post_id = $2');

export async function deleteClubPost(db: Database, club: string, postId: string): Promise<void> {
  await db.run(remove, [club, postId]);
}

export const clubHeadSize = 101;
const head = statement(
  'find-club-head',
  `SELECT post_id AS id FROM club_posts WHERE club = $1 ORDER BY post_id DESC LIMIT ${clubHeadSize}`,
);

export async function findClubHead(db: Database, club: string): Promise<string[]> {
  return (await db.run<{ id: string }>(head, [club])).map(({ id }) => id);
}

export const clubPostsPage = 41;
const page = statement(
  'find-club-posts',
  `SELECT post_id AS id FROM club_posts WHERE club = $1 AND post_id < $2 ORDER BY post_id DESC LIMIT ${clubPostsPage}`,
);

export async function findClubPosts(db: Database, club: string, before: string): Promise<string[]> {
  return (await db.run<{ id: string }>(page, [club, before])).map(({ id }) => id);
}
