import type { NotificationType } from '../../../../contract/src/calls/notifications.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { type CommentEvent, otherTexts } from '../../../../contract/src/rules/notifications.ts';
import { firstId } from '../../kernel/ids.ts';
import { inBatches, removalBatch } from '../../kernel/store/batches.ts';
import { columnsOf } from '../../kernel/store/columns.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

/** `text` is for type `other`, with `{actor}` for the name. */
export type NewNotification = {
  id: string;
  uid: string;
  type: NotificationType;
  /** Null for notifications by the site itself. */
  actorUid: string | null;
  postId: string | null;
  commentId: string | null;
  kind: CommentEvent | null;
  text: string | null;
  link: string | null;
  textSnippet: string | null;
};

const columns = 'created_at, id, uid, type, actor_uid, post_id, comment_id, kind, text, link, text_snippet';
// In the order of `columns`, after the time.
const fields = [
  'id',
  'uid',
  'type',
  'actorUid',
  'postId',
  'commentId',
  'kind',
  'text',
  'link',
  'textSnippet',
] as const;
type Field = (typeof fields)[number];

// Citus sends one row to its shard in a third of the time that it needs for an array.
const insertOne = statement(
  'insert-notification',
  `INSERT INTO notifications (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   ON CONFLICT DO NOTHING RETURNING uid, id`,
);
const insertMany = statement(
  'insert-notifications',
  `INSERT INTO notifications (${columns})
   SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[],
     $9::text[], $10::text[], $11::text[])
   ON CONFLICT DO NOTHING RETURNING uid, id`,
);
// Two arrays instead of ten, and one text back: the likes of a hot post differ in nothing else.
const insertByActors = statement(
  'insert-notifications-by-actors',
  `WITH added AS (
     INSERT INTO notifications (${columns})
     SELECT $1, n.id, $3, $4, n.actor_uid, $6, $7, $8, $9, $10, $11
     FROM unnest($2::uuid[], $5::uuid[]) AS n (id, actor_uid)
     ON CONFLICT DO NOTHING RETURNING id
   ) SELECT string_agg(id::text, ',') AS ids FROM added`,
);

export const maxNotificationsPerInsert = 256;

export async function insertNotifications(
  db: Database,
  notifications: readonly NewNotification[],
  at: Date,
): Promise<{ uid: string; id: string }[]> {
  const [first, ...others] = notifications;
  if (!first) return [];
  if (others.length === 0) return db.run(insertOne, [at, ...fields.map((name) => first[name])]);
  const column = columnsOf(notifications);
  const isOwn = (name: Field) => name === 'id' || name === 'actorUid';
  const areAlike = fields.every(
    (name) => isOwn(name) || others.every((other) => other[name] === first[name]),
  );
  if (!areAlike) return db.run(insertMany, [at, ...fields.map(column)]);
  const values = [at, ...fields.map((name) => (isOwn(name) ? column(name) : first[name]))];
  const [row] = await db.run<{ ids: string | null }>(insertByActors, values);
  return row?.ids?.split(',').map((id) => ({ uid: first.uid, id })) ?? [];
}

// The ORDER BY makes the planner use the unique index: by that of groups it would read all comments on the post.
const removeComments = statement(
  'delete-comment-notifications',
  `DELETE FROM notifications WHERE uid = $1 AND id IN (
     SELECT n.id FROM unnest($3::uuid[]) AS actor CROSS JOIN LATERAL (
       SELECT id FROM notifications
       WHERE uid = $1 AND actor_uid = actor AND type = 'comment' AND post_id = $2 ORDER BY kind LIMIT 1
     ) AS n)`,
);

export async function deleteCommentNotifications(
  db: Database,
  uid: string,
  postId: string | null,
  actorUids: readonly (string | null)[],
): Promise<void> {
  await db.run(removeComments, [uid, postId, actorUids]);
}

export type NotificationRow = {
  id: string;
  type: NotificationType;
  actor_uid: string | null;
  text: string | null;
  post_id: string | null;
  comment_id: string | null;
  kind: CommentEvent | null;
  link: string | null;
  text_snippet: string | null;
  created_at: Date;
  is_read: boolean;
  is_gone: boolean;
};

// Up to this id all are read, although a job may still have to mark their rows.
export const readUntil = `coalesce((SELECT notifications_read_until FROM users WHERE uid = $1), '${firstId}')`;

export const notificationColumns = `n.id, n.type, n.actor_uid, n.text, n.post_id, n.comment_id, n.kind, n.link, n.text_snippet, n.created_at,
  n.read_at IS NOT NULL OR n.id <= ${readUntil} AS is_read,
  removed.post_id IS NOT NULL OR removed_comment.comment_id IS NOT NULL AS is_gone`;
export const joinRemoved = `LEFT JOIN removed_posts removed ON removed.post_id = n.post_id
   LEFT JOIN removed_comments removed_comment ON removed_comment.comment_id = n.comment_id`;

export const notificationsPage = limits.notificationsPage + 1;

const page = statement(
  'find-notifications',
  `SELECT ${notificationColumns} FROM notifications n ${joinRemoved}
   WHERE n.uid = $1 AND n.id < $2 ORDER BY n.id DESC LIMIT ${notificationsPage}`,
);

/** Newest first. Includes those about a deleted post or comment: skipping millions of them in SQL would be slow. */
export function findNotifications(db: Database, uid: string, before: string): Promise<NotificationRow[]> {
  return db.run<NotificationRow>(page, [uid, before]);
}

// The condition must be the same as that of the index.
const mentions = statement(
  'find-mentions',
  `SELECT ${notificationColumns} FROM notifications n ${joinRemoved}
   WHERE n.uid = $1 AND n.id < $2 AND (n.type = 'mention' OR n.text = '${otherTexts.quote}')
   ORDER BY n.id DESC LIMIT ${notificationsPage}`,
);

export function findMentions(db: Database, uid: string, before: string): Promise<NotificationRow[]> {
  return db.run<NotificationRow>(mentions, [uid, before]);
}

const byIds = statement(
  'find-notifications-by-id',
  `SELECT ${notificationColumns} FROM notifications n ${joinRemoved} WHERE n.uid = $1 AND n.id = ANY($2::uuid[])`,
);

export function findNotificationsById(
  db: Database,
  uid: string,
  ids: readonly string[],
): Promise<NotificationRow[]> {
  return db.run<NotificationRow>(byIds, [uid, ids]);
}

export const unreadStretch = 200;

const unreadSince = statement(
  'find-unread-notifications-since',
  `SELECT ${notificationColumns} FROM notifications n ${joinRemoved}
   WHERE n.uid = $1 AND n.id > $2 AND n.created_at > $3 AND n.read_at IS NULL
     AND n.id > ${readUntil} ORDER BY n.id LIMIT ${unreadStretch}`,
);

/** Oldest first. */
export function findUnreadSince(
  db: Database,
  uid: string,
  after: { id: string; at: Date },
): Promise<NotificationRow[]> {
  return db.run<NotificationRow>(unreadSince, [uid, after.id, after.at]);
}

const batch = 1_000;

// The range and ORDER BY make the planner use the index on post_id, even for a post with most of the
// table's rows.
const ofPost = statement(
  'find-notifications-of-post',
  `SELECT uid, id FROM notifications WHERE post_id >= $1 AND post_id <= $1 ORDER BY post_id LIMIT ${batch}`,
);
const removeOfPost = statement(
  'delete-notifications-of-post',
  'DELETE FROM notifications WHERE uid = ANY($1::uuid[]) AND id = ANY($2::uuid[]) AND post_id = $3',
);

/**
 * At most 1,000. Queries every shard: only for jobs.
 * @returns their recipients, and whether none are left
 */
export async function deleteNotificationsOf(
  db: Database,
  postId: string,
): Promise<{ uids: string[]; isRest: boolean }> {
  const rows = await db.run<{ uid: string; id: string }>(ofPost, [postId]);
  const uids = [...new Set(rows.map((row) => row.uid))];
  if (rows.length > 0) await db.run(removeOfPost, [uids, rows.map((row) => row.id), postId]);
  return { uids, isRest: rows.length < batch };
}

const firstNotifications = 32;

// Without the comment the planner uses the primary key, and not the index that may hold many of its likes.
const removeByIds = statement(
  'delete-these-notifications',
  'DELETE FROM notifications WHERE uid = ANY($1::uuid[]) AND id = ANY($2::uuid[])',
);
const ofComment = (name: string, max: number) =>
  statement(
    name,
    `SELECT uid, id, type, read_at FROM notifications WHERE comment_id >= $1 AND comment_id <= $1
     ORDER BY comment_id LIMIT ${max}`,
  );
const firstOfComment = ofComment('find-first-notifications-of-comment', firstNotifications);
const batchOfComment = ofComment('find-notifications-of-comment', batch);
// The older notifications of a comment only carry its creation time.
const removeOlderOfComment = statement(
  'delete-older-notifications-of-comment',
  `DELETE FROM notifications WHERE created_at = $1 AND actor_uid = $2 AND post_id = $3 AND comment_id IS NULL
     AND type IN ('comment', 'mention') RETURNING uid, id, type, read_at`,
);

export type DeletedNotification = { uid: string; id: string; type: NotificationType; read_at: Date | null };

/**
 * A few for the transaction that deletes the comment, or a batch for the job. Queries every shard.
 * @returns also whether there may be more
 */
export async function deleteNotificationsOfComment(
  db: Database,
  commentId: string,
  { isJob }: { isJob: boolean },
): Promise<{ deleted: DeletedNotification[]; hasMore: boolean }> {
  const deleted = await db.run<DeletedNotification>(isJob ? batchOfComment : firstOfComment, [commentId]);
  const uids = [...new Set(deleted.map(({ uid }) => uid))];
  if (deleted.length > 0) await db.run(removeByIds, [uids, deleted.map(({ id }) => id)]);
  return { deleted, hasMore: deleted.length === (isJob ? batch : firstNotifications) };
}

/** Queries every shard. */
export function deleteOlderNotificationsOfComment(
  db: Database,
  { post_id: postId, uid, created_at: createdAt }: { post_id: string; uid: string; created_at: Date },
): Promise<DeletedNotification[]> {
  return db.run<DeletedNotification>(removeOlderOfComment, [createdAt, uid, postId]);
}

const findOld = statement(
  'find-old-notifications',
  `SELECT uid, id FROM notifications WHERE created_at < $1 LIMIT ${removalBatch}`,
);
const removeOld = statement(
  'delete-old-notifications',
  'DELETE FROM notifications WHERE uid = ANY($1::uuid[]) AND id = ANY($2::uuid[]) AND created_at < $3',
);

/** Queries every shard. */
export async function deleteOldNotifications(db: Database, before: Date): Promise<void> {
  await inBatches(async () => {
    const rows = await db.run<{ uid: string; id: string }>(findOld, [before]);
    const uids = [...new Set(rows.map(({ uid }) => uid))];
    if (rows.length > 0) await db.run(removeOld, [uids, rows.map(({ id }) => id), before]);
    return rows.length;
  });
}
