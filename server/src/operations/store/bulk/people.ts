import { foldName } from '../../../../../contract/src/rules/search.ts';
import { columnsOf } from '../../../kernel/store/columns.ts';
import { type Database, statement } from '../../../platform/postgres/database.ts';

const accounts = statement(
  'insert-many-accounts',
  `INSERT INTO accounts (uid, email_lower, password_hash, followed_official_at, created_at)
   SELECT uid, email, hash, created_at, created_at
   FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) AS t (uid, email, hash, created_at)`,
);
const handles = statement(
  'insert-many-handles',
  'INSERT INTO handles (handle_lower, uid) SELECT * FROM unnest($1::text[], $2::uuid[])',
);
const users = statement(
  'insert-many-users',
  `INSERT INTO users (uid, display_name, name_folded, handle, bio, avatar, followers_count, following_count, posts_count,
     accepted_tos, accepted_tos_at, created_at, updated_at, club, club_since, public_reading,
     indexable)
   SELECT uid, display_name, name_folded, handle, bio, avatar, followers, following, posts, true, created_at, created_at,
     created_at, club, CASE WHEN club IS NOT NULL THEN created_at END, true, true
   FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::timestamptz[],
       $9::text[], $10::text[], $11::text[])
     AS t (uid, display_name, handle, bio, followers, following, posts, created_at, name_folded, avatar, club)`,
);
const members = statement(
  'insert-many-club-members',
  `INSERT INTO club_members (club, uid, since)
   SELECT club, uid, since FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS t (uid, club, since)
   WHERE club IS NOT NULL`,
);

export type BulkUser = {
  uid: string;
  email: string;
  passwordHash: string | null;
  displayName: string;
  handle: string;
  bio: string;
  avatar: string | null;
  followers: number;
  following: number;
  posts: number;
  club: string | null;
  at: Date;
};

/** The caller supplies the counts of followers, followees and posts. */
export async function insertManyUsers(db: Database, rows: readonly BulkUser[]): Promise<void> {
  const column = columnsOf(rows);
  await db.run(accounts, [column('uid'), column('email'), column('passwordHash'), column('at')]);
  await db.run(handles, [column('handle'), column('uid')]);
  await db.run(users, [
    column('uid'),
    column('displayName'),
    column('handle'),
    column('bio'),
    column('followers'),
    column('following'),
    column('posts'),
    column('at'),
    column('displayName').map(foldName),
    column('avatar'),
    column('club'),
  ]);
  await db.run(members, [column('uid'), column('club'), column('at')]);
}

const follows = statement(
  'insert-many-follows',
  `INSERT INTO follows (follower, followee, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) ON CONFLICT DO NOTHING`,
);
const followers = statement(
  'insert-many-followers',
  `INSERT INTO followers (follower, followee, created_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) ON CONFLICT DO NOTHING`,
);

export type BulkEdge = { follower: string; followee: string; at: Date };

/** `official`: the official account has no rows of its followers, only they have theirs. */
export async function insertManyEdges(
  db: Database,
  rows: readonly BulkEdge[],
  { official = false } = {},
): Promise<void> {
  const column = columnsOf(rows);
  const values = [column('follower'), column('followee'), column('at')];
  await db.run(follows, values);
  if (!official) await db.run(followers, values);
}

const signedUpOutside = statement(
  'count-accounts-outside',
  `SELECT count(*) AS count FROM accounts
   WHERE NOT made_by_site AND (email_lower IS NOT NULL OR google_subject IS NOT NULL)
     AND coalesce(email_lower, '') NOT LIKE '%@' || $1 AND email_lower IS DISTINCT FROM $2`,
);

/** Counts the accounts of people, except those with an address in `domain` and one more address. */
export async function countAccountsOutside(
  db: Database,
  domain: string,
  besides: string | null,
): Promise<number> {
  return (await db.run<{ count: number }>(signedUpOutside, [domain, besides]))[0]?.count ?? 0;
}
