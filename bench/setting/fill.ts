import type pg from 'pg';

import { foldName } from '../../contract/src/rules/search.ts';
import { givenNames, surnames } from '../../server/src/operations/seed/phrases/names.ts';
import { addLists, clubOfSome, topicOfSome } from './fill-lists.ts';

export type Filling = { users: number; posts: number; readers: number };

const days = 42;
const peoplePerWriter = 15;
const followedByReaders = 12;
const followedByOthers = 4;

/** Fills by SQL: a million posts take minutes instead of hours. @returns the uids of the readers */
export async function fillSite(db: pg.Pool, filling: Filling): Promise<string[]> {
  const client = await db.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL synchronous_commit = off');
    const indexes = await dropIndexes(client);
    await addPeople(client, filling);
    await addFollows(client, filling);
    await addPosts(client, filling);
    await addLists(client);
    for (const index of indexes) await client.query(index);
    const { rows } = await client.query<{ uid: string }>('SELECT uid FROM people ORDER BY n DESC LIMIT $1', [
      filling.readers,
    ]);
    await client.query('COMMIT');
    return rows.map(({ uid }) => uid);
  } finally {
    client.release(true);
  }
}

// Updating the indexes row by row would take longer than all the rest.
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    "SELECT pg_get_indexdef(oid) AS text FROM pg_class WHERE relname = 'users_name_parts'",
  );
  await client.query('DROP INDEX IF EXISTS users_name_parts');
  return rows.map(({ text }) => text);
}

async function addPeople(client: pg.PoolClient, { users }: Filling): Promise<void> {
  await client.query(
    `CREATE FUNCTION pg_temp.uuid_at(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS
       $$ SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
         || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid $$`,
  );
  const clubs = await client.query<{ slug: string }>('SELECT slug FROM clubs');
  await client.query(
    `CREATE TEMPORARY TABLE people ON COMMIT DROP AS
     SELECT n, pg_temp.uuid_at(at) AS uid, at, given || ' ' || surname AS name,
       folded_given || ' ' || folded_surname AS folded, ${clubOfSome('$6::text[]')} AS club,
       left(folded_given || '.' || folded_surname, 13) || n AS handle
     FROM (
       SELECT n, now() - interval '1 day' * ${days} * random() AS at,
         1 + floor(random() * cardinality($2::text[]))::int AS g, 1 + floor(random() * cardinality($4::text[]))::int AS s
       FROM generate_series(1, $1::int) AS n
     ) AS drawn CROSS JOIN LATERAL (
       SELECT ($2::text[])[g] AS given, ($3::text[])[g] AS folded_given, ($4::text[])[s] AS surname,
         ($5::text[])[s] AS folded_surname
     ) AS named ORDER BY at`,
    [
      users,
      givenNames,
      givenNames.map(foldName),
      surnames,
      surnames.map(foldName),
      clubs.rows.map(({ slug }) => slug),
    ],
  );
  await client.query('CREATE UNIQUE INDEX ON people (n)');
  await client.query('ANALYZE people');
  await client.query(
    `INSERT INTO accounts (uid, email_lower, followed_official_at, created_at)
     SELECT uid, handle || '@hinchada.example', at, at FROM people`,
  );
  await client.query('INSERT INTO handles (handle_lower, uid) SELECT handle, uid FROM people');
  await client.query(
    `INSERT INTO users
       (uid, display_name, name_folded, handle, accepted_tos, created_at, updated_at, public_reading, club, club_since)
     SELECT uid, name, folded, handle, true, at, at, true, club, at FROM people`,
  );
  await client.query("INSERT INTO site_totals VALUES ('users', -1, $1)", [users]);
}

async function addFollows(client: pg.PoolClient, { users, readers }: Filling): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE edges ON COMMIT DROP AS
     WITH drawn AS MATERIALIZED (
       SELECT p.uid, 1 + floor($1::int * random() ^ 2)::int AS writer FROM people p
       CROSS JOIN LATERAL generate_series(1, CASE WHEN p.n > $2::int THEN ${followedByReaders} ELSE ${followedByOthers} END)
     )
     SELECT DISTINCT d.uid AS follower, w.uid AS followee FROM drawn d JOIN people w ON w.n = d.writer
     WHERE d.uid <> w.uid`,
    [writersOf(users), users - readers],
  );
  for (const table of ['follows', 'followers'])
    await client.query(
      `INSERT INTO ${table} (follower, followee, created_at) SELECT follower, followee, now() FROM edges`,
    );
  for (const [end, count] of [
    ['follower', 'following_count'],
    ['followee', 'followers_count'],
  ]) {
    await client.query(
      `UPDATE users u SET ${count} = e.count FROM (SELECT ${end} AS uid, count(*) AS count FROM edges GROUP BY 1) e
       WHERE u.uid = e.uid`,
    );
  }
}

async function addPosts(client: pg.PoolClient, { users, posts, readers }: Filling): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE made ON COMMIT DROP AS
     WITH drawn AS MATERIALIZED (
       SELECT n, 1 + floor($2::int * random() ^ 2)::int AS writer, now() - interval '1 day' * ${days} * random() AS at,
         ${topicOfSome} AS topic
       FROM generate_series(1, $1::int) AS n
     )
     SELECT pg_temp.uuid_at(d.at) AS id, d.at, w.uid AS owner, w.club, d.topic,
       concat('Lo de anoche no se puede creer, van ', d.n, ' veces', ' #' || d.topic) AS text
     FROM drawn d JOIN people w ON w.n = d.writer ORDER BY 1`,
    [posts, writersOf(users)],
  );
  await client.query('CREATE INDEX ON made (owner)');
  await client.query('ANALYZE made');
  await client.query(
    'INSERT INTO posts (id, owner_uid, text, created_at, updated_at) SELECT id, owner, text, at, at FROM made',
  );
  await client.query(
    'INSERT INTO post_summaries (id, owner_uid, text, created_at) SELECT id, owner, text, at FROM made',
  );
  await client.query('INSERT INTO post_counters (post_id) SELECT id FROM made');
  await client.query('INSERT INTO user_posts (owner_uid, post_id, club) SELECT owner, id, club FROM made');
  await client.query("INSERT INTO site_totals VALUES ('posts', -1, $1)", [posts]);
  await client.query(
    `UPDATE users u SET posts_count = m.count FROM (SELECT owner, count(*) AS count FROM made GROUP BY 1) m
     WHERE u.uid = m.owner`,
  );
  await client.query(
    `INSERT INTO timeline (reader_uid, entry_id, post_id, author_uid)
     SELECT e.follower, m.id, m.id, m.owner FROM people p JOIN edges e ON e.follower = p.uid
     JOIN made m ON m.owner = e.followee WHERE p.n > $1`,
    [users - readers],
  );
}

function writersOf(users: number): number {
  return Math.ceil(users / peoplePerWriter);
}
