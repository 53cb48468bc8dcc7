import { type Database, statement } from '../../platform/postgres/database.ts';
import type { ClubPost } from './club-posts.ts';

const batch = 500;

const clubsOfUsers = statement(
  'repair-shown-clubs',
  'SELECT uid, CASE WHEN show_club THEN club END AS club FROM users WHERE uid = ANY($1::uuid[])',
);

export async function findShownClubs(
  db: Database,
  uids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db.run<{ uid: string; club: string | null }>(clubsOfUsers, [uids]);
  return new Map(rows.map(({ uid, club }) => [uid, club]));
}

const members = statement(
  'repair-club-members',
  'SELECT club, uid FROM club_members WHERE (club, uid) > ($1, $2) ORDER BY club, uid LIMIT ' + batch,
);

export type Member = { readonly club: string; readonly uid: string };

/** Queries every shard. */
export function nextMembers(db: Database, after: Member): Promise<Member[]> {
  return db.run<Member>(members, [after.club, after.uid]);
}

const postsOfFans = statement(
  'repair-listed-under-clubs',
  `SELECT owner_uid AS "ownerUid", post_id AS "postId", club FROM user_posts
   WHERE owner_uid = ANY($1::uuid[]) AND post_id > $2 AND club IS NOT NULL ORDER BY post_id LIMIT ${batch}`,
);

export function nextPostsOfFans(db: Database, uids: readonly string[], after: string): Promise<ClubPost[]> {
  return db.run<ClubPost>(postsOfFans, [uids, after]);
}

const present = statement(
  'repair-club-posts',
  'SELECT club, post_id AS "postId" FROM club_posts WHERE club = ANY($1::text[]) AND post_id = ANY($2::uuid[])',
);

/** Keys are 'club postId'. */
export async function findPresent(db: Database, posts: readonly ClubPost[]): Promise<Set<string>> {
  const clubs = [...new Set(posts.map(({ club }) => club))];
  const rows = await db.run<Omit<ClubPost, 'ownerUid'>>(present, [clubs, posts.map(({ postId }) => postId)]);
  return new Set(rows.map(({ club, postId }) => `${club} ${postId}`));
}

const posts = statement(
  'repair-next-club-posts',
  `SELECT club, post_id AS "postId", owner_uid AS "ownerUid" FROM club_posts
   WHERE (club, post_id) > ($1, $2) ORDER BY club, post_id LIMIT ${batch}`,
);

/** Queries every shard. */
export function nextClubPosts(db: Database, after: Pick<ClubPost, 'club' | 'postId'>): Promise<ClubPost[]> {
  return db.run<ClubPost>(posts, [after.club, after.postId]);
}
