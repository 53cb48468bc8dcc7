import { limits } from '../../../../contract/src/rules/limits.ts';
import { lastId } from '../../kernel/ids.ts';
import { removalBatch } from '../../kernel/store/batches.ts';
import { postExists } from '../../kernel/store/post-exists.ts';
import { type Database, type Statement, statement } from '../../platform/postgres/database.ts';
import { type NotificationRow, readUntil } from './notifications.ts';

/** `post_id` is null also for a post that is surely the user's own. */
export type About = Pick<NotificationRow, 'actor_uid' | 'post_id'>;

/** `count` is at most `unreadMax`; `about` is empty when it exceeds the badge's maximum. */
export type Unread = { count: number; about: readonly About[] };

export const unreadMax = limits.badgeMax + 1;

// The inner LIMIT bounds the rows read, even when millions are about a deleted post.
const unread = (condition: string) => `SELECT n.id, n.type, n.actor_uid, n.comment_id, n.kind, n.text_snippet,
    CASE WHEN n.type IN ('mention', 'other') THEN n.post_id END AS post_id FROM (
    SELECT id, type, actor_uid, post_id, comment_id, kind, text_snippet FROM notifications
    WHERE uid = $1 AND read_at IS NULL AND id > ${readUntil} ORDER BY id DESC LIMIT 10000
  ) n WHERE ${postExists('n.post_id')} AND NOT EXISTS (
    SELECT 1 FROM removed_comments removed_comment WHERE removed_comment.comment_id = n.comment_id) ${condition}`;

// Above the badge's maximum, hidden actors and posts do not matter.
const unreadOf = (condition = '') => `SELECT count(*)::int AS count,
    CASE WHEN count(*) <= ${limits.badgeMax}
      THEN json_agg(json_build_object('actor_uid', actor_uid, 'post_id', post_id)) END AS about
  FROM (${unread(condition)} LIMIT ${unreadMax}) AS counted`;

const count = statement('count-unread-notifications', unreadOf());

export function countUnread(db: Database, uid: string): Promise<Unread> {
  return runCount(db, count, uid);
}

// $1 instead of n.uid, so that Citus sees one shard in all of it.
const isNotExcluded = `AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker = $1 AND b.blocked = n.actor_uid)
  AND NOT EXISTS (SELECT 1 FROM blocked_by b WHERE b.blocked = $1 AND b.blocker = n.actor_uid)
  AND NOT EXISTS (SELECT 1 FROM mutes m WHERE m.uid = $1 AND m.muted = n.actor_uid)`;

const countNotExcluded = statement('count-unread-without-excluded', unreadOf(isNotExcluded));

/** Without actors whom the user muted or has a block with. */
export function countUnreadWithoutExcluded(db: Database, uid: string): Promise<Unread> {
  return runCount(db, countNotExcluded, uid);
}

async function runCount(db: Database, query: Statement, uid: string): Promise<Unread> {
  const [row] = await db.run<{ count: number; about: About[] | null }>(query, [uid]);
  return { count: row?.count ?? 0, about: row?.about ?? [] };
}

const unreadTexts = statement(
  'find-unread-texts',
  `SELECT type, actor_uid, post_id, comment_id, kind, text_snippet FROM (${unread(isNotExcluded)}) AS wanted ORDER BY id DESC LIMIT 1000`,
);

/** The columns from which a notification's texts are made. */
export type AboutText = About & Pick<NotificationRow, 'type' | 'comment_id' | 'kind' | 'text_snippet'>;

export function findUnreadTexts(db: Database, uid: string): Promise<AboutText[]> {
  return db.run(unreadTexts, [uid]);
}

const markThese = statement(
  'mark-notifications-read',
  'UPDATE notifications SET read_at = $3 WHERE uid = $1 AND id = ANY($2::uuid[]) AND read_at IS NULL',
);

export async function markRead(db: Database, uid: string, ids: readonly string[], at: Date): Promise<void> {
  await db.run(markThese, [uid, ids, at]);
}

const markBatch = 1_000;

/**
 * Marks the notifications of the user $1 that `batch` selects. Returns the ids of the whole batch, also of those
 * that another write marked or deleted meanwhile: a full batch means that there may be more. With ARRAY the
 * batch is read once and not for each unread row (decision 0075).
 */
export const markBatchOf = (batch: string, at: `$${number}`) =>
  `WITH batch AS MATERIALIZED (${batch}), marked AS (
    UPDATE notifications SET read_at = ${at}
    WHERE uid = $1 AND read_at IS NULL AND id = ANY (ARRAY(SELECT id FROM batch))
  )
  SELECT id FROM batch`;

const markNewest = statement(
  'mark-newest-notifications-read',
  markBatchOf(
    `SELECT id FROM notifications WHERE uid = $1 AND read_at IS NULL ORDER BY id DESC LIMIT ${markBatch}`,
    '$2',
  ),
);
const markUntil = statement(
  'mark-notifications-read-until',
  markBatchOf(
    `SELECT id FROM notifications WHERE uid = $1 AND read_at IS NULL AND id <= $2 ORDER BY id DESC
     LIMIT ${removalBatch}`,
    '$3',
  ),
);
const setReadUntil = statement(
  'set-notifications-read-until',
  `UPDATE users SET notifications_read_until = $2
   WHERE uid = $1 AND (notifications_read_until IS NULL OR notifications_read_until < $2)`,
);

const findReadUntils = statement(
  'find-notifications-read-until',
  `SELECT uid, notifications_read_until AS until FROM users
   WHERE uid = ANY($1::uuid[]) AND notifications_read_until IS NOT NULL`,
);

/** By user: the id up to which all are read, although a job may still have to mark their rows. */
export async function findReadUntil(
  db: Database,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.run<{ uid: string; until: string }>(findReadUntils, [uids]);
  return new Map(rows.map(({ uid, until }) => [uid, until]));
}

/**
 * Marks the rows of the newest 1,000, and all older ones by an id.
 * @returns that id when there may be older rows, which `markReadUntil` marks; otherwise null
 */
export async function markAllRead(tx: Database, uid: string, at: Date): Promise<string | null> {
  const rows = await tx.run<{ id: string }>(markNewest, [uid, at]);
  if (rows.length < markBatch) return null;
  const oldest = rows.reduce((min, { id }) => (id < min ? id : min), lastId);
  await tx.run(setReadUntil, [uid, oldest]);
  return oldest;
}

/** @returns the size of the batch */
export async function markReadUntil(db: Database, uid: string, until: string, at: Date): Promise<number> {
  return (await db.run(markUntil, [uid, until, at])).length;
}
