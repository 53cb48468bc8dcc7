import { inBatches, removalBatch } from '../../kernel/store/batches.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

/** `day` is `YYYY-MM-DD`; `posts` counts the user's posts with the topic on that day. */
export type TagUse = { day: string; uid: string; posts: number; lastAt: Date };

const add = statement(
  'add-tag-use',
  `INSERT INTO tag_uses (tag, day, uid, posts, last_at) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (tag, day, uid) DO UPDATE SET posts = tag_uses.posts + excluded.posts,
     last_at = greatest(tag_uses.last_at, excluded.last_at)`,
);

export async function addTagUse(tx: Database, tag: string, use: TagUse): Promise<void> {
  await tx.run(add, [tag, use.day, use.uid, use.posts, use.lastAt]);
}

const take = statement(
  'take-tag-use',
  'UPDATE tag_uses SET posts = posts - 1 WHERE tag = $1 AND day = $2 AND uid = $3 AND posts > 1',
);
const remove = statement('delete-tag-use', 'DELETE FROM tag_uses WHERE tag = $1 AND day = $2 AND uid = $3');

/** `use` must be the stored row. */
export async function takeTagUse(tx: Database, tag: string, use: TagUse): Promise<void> {
  await tx.run(use.posts > 1 ? take : remove, [tag, use.day, use.uid]);
}

const find = statement(
  'find-tag-uses-of-user',
  `SELECT day::text, uid, posts, last_at AS "lastAt" FROM tag_uses
   WHERE tag = $1 AND day = ANY($2::date[]) AND uid = $3 ORDER BY day`,
);

export function findTagUses(
  db: Database,
  { tag, days, uid }: { tag: string; days: readonly string[]; uid: string },
): Promise<TagUse[]> {
  return db.run<TagUse>(find, [tag, days, uid]);
}

const findAmong = statement(
  'find-tag-uses-of-user-among',
  `SELECT tag, day::text, posts, last_at AS "lastAt" FROM tag_uses WHERE tag = ANY($1::text[]) AND uid = $2
   ORDER BY tag, day`,
);

export function findTagUsesAmong(
  db: Database,
  tags: readonly string[],
  uid: string,
): Promise<(Omit<TagUse, 'uid'> & { tag: string })[]> {
  return db.run<Omit<TagUse, 'uid'> & { tag: string }>(findAmong, [tags, uid]);
}

/** `latest` counts the people whose last day with the topic it is. */
export type TagDay = { day: string; posts: number; people: number; latest: number };

const addDay = statement(
  'add-tag-day',
  `INSERT INTO tag_days (tag, day, posts, people, latest) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (tag, day) DO UPDATE SET posts = tag_days.posts + excluded.posts,
     people = tag_days.people + excluded.people, latest = tag_days.latest + excluded.latest`,
);
const takeDay = statement(
  'take-tag-day',
  `UPDATE tag_days SET posts = greatest(posts + $3, 0), people = greatest(people + $4, 0), latest = greatest(latest + $5, 0)
   WHERE tag = $1 AND day = $2`,
);

/** The counts never go below 0. */
export async function changeTagDay(tx: Database, tag: string, change: TagDay): Promise<void> {
  const { day, posts, people, latest } = change;
  await tx.run(Math.min(posts, people, latest) < 0 ? takeDay : addDay, [tag, day, posts, people, latest]);
}

const findDays = statement(
  'find-tag-days',
  'SELECT day::text, posts, people, latest FROM tag_days WHERE tag = $1 ORDER BY day DESC LIMIT 10',
);

export function findTagDays(db: Database, tag: string): Promise<TagDay[]> {
  return db.run<TagDay>(findDays, [tag]);
}

export type TagPeople = { tag: string; people: number };

const people = statement(
  'count-tag-people',
  `SELECT tag, sum(latest)::int AS people FROM tag_days WHERE tag = ANY($1::text[]) AND day >= $2 GROUP BY tag`,
);

export function countTagPeople(db: Database, tags: readonly string[], since: string): Promise<TagPeople[]> {
  return db.run<TagPeople>(people, [tags, since]);
}

const mostUsedTags = 2_000;
const mostUsed = statement(
  'find-most-used-tags',
  `SELECT d.tag, t.display, sum(d.latest)::int AS people FROM tag_days d JOIN tags t ON t.tag = d.tag
   WHERE d.day >= $1 AND NOT t.hidden GROUP BY d.tag, t.display HAVING sum(d.latest) > 0
   ORDER BY people DESC, d.tag LIMIT ${mostUsedTags}`,
);

/** Most people first, without hidden topics. Reads every shard. */
export function findMostUsedTags(db: Database, since: string): Promise<(TagPeople & { display: string })[]> {
  return db.run<TagPeople & { display: string }>(mostUsed, [since]);
}

const findAll = statement(
  'find-all-tag-uses',
  'SELECT day::text, uid, posts, last_at AS "lastAt" FROM tag_uses WHERE tag = $1 AND day >= $2',
);

export function findAllTagUses(db: Database, tag: string, since: string): Promise<TagUse[]> {
  return db.run<TagUse>(findAll, [tag, since]);
}

const clearUses = statement('clear-tag-uses', 'DELETE FROM tag_uses WHERE tag = $1');
const clearDays = statement('clear-tag-days', 'DELETE FROM tag_days WHERE tag = $1');

export async function clearTagUses(tx: Database, tag: string): Promise<void> {
  await tx.run(clearUses, [tag]);
  await tx.run(clearDays, [tag]);
}

const findOldUses = statement(
  'find-old-tag-uses',
  `SELECT tag, uid FROM tag_uses WHERE day < $1::date LIMIT ${removalBatch}`,
);
const removeOldUses = statement(
  'delete-old-tag-uses',
  'DELETE FROM tag_uses WHERE tag = ANY($1::text[]) AND uid = ANY($2::uuid[]) AND day < $3::date',
);
const findOldDays = statement(
  'find-old-tag-days',
  `SELECT tag FROM tag_days WHERE day < $1::date LIMIT ${removalBatch}`,
);
const removeOldDays = statement(
  'delete-old-tag-days',
  'DELETE FROM tag_days WHERE tag = ANY($1::text[]) AND day < $2::date',
);

/** Reads every shard. A topic may have more uses on a day than one statement should delete. */
export async function deleteOldTagUses(db: Database, before: string): Promise<void> {
  await inBatches(async () => {
    const rows = await db.run<{ tag: string; uid: string }>(findOldUses, [before]);
    const [tags, uids] = [new Set(rows.map(({ tag }) => tag)), new Set(rows.map(({ uid }) => uid))];
    if (rows.length > 0) await db.run(removeOldUses, [[...tags], [...uids], before]);
    return rows.length;
  });
  await inBatches(async () => {
    const tags = (await db.run<{ tag: string }>(findOldDays, [before])).map(({ tag }) => tag);
    if (tags.length > 0) await db.run(removeOldDays, [[...new Set(tags)], before]);
    return tags.length;
  });
}
