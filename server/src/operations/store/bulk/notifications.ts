import { columnsOf } from '../../../kernel/store/columns.ts';
import type { NewNotification } from '../../../notifications/store/notifications.ts';
import { type Database, statement } from '../../../platform/postgres/database.ts';

const notifications = statement(
  'insert-many-notifications',
  `INSERT INTO notifications (uid, id, type, actor_uid, post_id, text, link, text_snippet, created_at, read_at,
     comment_id, kind)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[],
     $9::timestamptz[], $10::timestamptz[], $11::uuid[], $12::text[]) ON CONFLICT DO NOTHING`,
);

export type BulkNotification = NewNotification & { at: Date; readAt: Date | null };

export async function insertManyNotifications(
  db: Database,
  rows: readonly BulkNotification[],
): Promise<void> {
  const column = columnsOf(rows);
  const content = [column('type'), column('actorUid'), column('postId'), column('text'), column('link')];
  const values = [column('textSnippet'), column('at'), column('readAt'), column('commentId'), column('kind')];
  await db.run(notifications, [column('uid'), column('id'), ...content, ...values]);
}

const markUnread = statement(
  'mark-newest-notifications-unread',
  `UPDATE notifications SET read_at = NULL WHERE uid = $1 AND id IN (
     SELECT id FROM notifications WHERE uid = $1 ORDER BY id DESC LIMIT 8)`,
);

export async function markNewestUnread(db: Database, uid: string): Promise<void> {
  await db.run(markUnread, [uid]);
}
