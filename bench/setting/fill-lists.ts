import type pg from 'pg';

/** A fifth are fans of one club, as many of none; the others have a random one of the array `clubs`. */
export const clubOfSome = (clubs: string) => `CASE WHEN random() < 0.2 THEN 'boca'
  WHEN random() < 0.75 THEN (${clubs})[1 + floor(cardinality(${clubs}) * random())::int] END`;

/** A tenth of the posts share one topic, a fifth have one of a thousand others. */
export const topicOfSome = `CASE WHEN random() < 0.1 THEN 'BancoLleno'
  WHEN random() < 0.22 THEN 'banco' || floor(1000 * random()) END`;

/** Reads the temporary tables `made` (the posts) and `people`. */
export async function addLists(client: pg.PoolClient): Promise<void> {
  await client.query(
    'INSERT INTO club_members (club, uid, since) SELECT club, uid, at FROM people WHERE club IS NOT NULL',
  );
  await client.query(
    'INSERT INTO club_posts (club, post_id, owner_uid) SELECT club, id, owner FROM made WHERE club IS NOT NULL',
  );
  await client.query(
    `INSERT INTO tags (tag, display, display_rank, last_used_at)
     SELECT lower(topic), topic, 0, max(at) FROM made WHERE topic IS NOT NULL GROUP BY topic`,
  );
  await client.query(
    `INSERT INTO tag_posts (tag, post_id, owner_uid)
     SELECT lower(topic), id, owner FROM made WHERE topic IS NOT NULL`,
  );
  await client.query(
    `INSERT INTO tag_uses (tag, day, uid, posts, last_at)
     SELECT lower(topic), (at AT TIME ZONE 'America/Argentina/Buenos_Aires')::date, owner, count(*), max(at) FROM made
     WHERE topic IS NOT NULL AND at > now() - interval '8 days' GROUP BY 1, 2, 3`,
  );
  await client.query(
    `INSERT INTO tag_days (tag, day, posts, people, latest)
     SELECT tag, day, sum(posts), count(*), count(*) FILTER (WHERE day = last) FROM (
       SELECT *, max(day) OVER (PARTITION BY tag, uid) AS last FROM tag_uses
       WHERE tag IN (SELECT lower(topic) FROM made)
     ) AS uses GROUP BY tag, day`,
  );
}
