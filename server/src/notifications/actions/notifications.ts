import { limits } from '../../../../contract/src/rules/limits.ts';
import { splitText } from '../../../../contract/src/rules/links.ts';
import { isOtherText, otherTexts } from '../../../../contract/src/rules/notifications.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import { isId, newId } from '../../kernel/ids.ts';
import type { NotificationDraft } from '../../kernel/notification-draft.ts';
import type { Deliver, Writes } from '../../kernel/writes.ts';
import { withoutUnwanted } from '../../people/actions/unwanted-news.ts';
import { findUidsByHandles } from '../../people/store/handles.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  deleteNotification,
  insertNotifications,
  markRead,
  type NewNotification,
  notificationsAtOnce,
} from '../store/notifications.ts';
import type { PushQueue } from './push-queue.ts';

/**
 * Writes notifications, last in the transaction that caused them, and enqueues their pushes. Skips self-notifications;
 * one notification per (actor, type, post), so that like, unlike and like again give one. A further comment of the same
 * actor replaces the earlier one.
 */
export function delivery(pushes?: PushQueue): Deliver {
  return async (tx, news, at) => {
    const others = news.filter(({ uid, actorUid }) => uid !== actorUid);
    const rows = (await withoutUnwanted(tx, others)).map((item) => notification(item, at));
    for (const row of rows) if (row.type === 'comment') await deleteNotification(tx, row);
    const rung = news.some(({ silent }) => silent) ? undefined : pushes;
    const endsHere = rung?.isIdle(rows.map(({ uid }) => uid)) ?? true;
    const items: { uid: string; id: string }[] = [];
    for (let i = 0; i < rows.length; i += notificationsAtOnce) {
      const some = rows.slice(i, i + notificationsAtOnce);
      const db = endsHere && i + some.length === rows.length ? tx.last : tx;
      items.push(...(await insertNotifications(db, some)));
    }
    if (items.length === 0) return [];
    const uids = items.map(({ uid }) => uid);
    const pushAt = endsHere ? undefined : await rung?.add(tx, uids);
    return [...Map.groupBy(items, ({ uid }) => uid)].map(([uid, own]) => {
      const ids = own.map(({ id }) => id);
      return { type: 'notified', uid, ids, pushAt: pushAt?.get(uid)?.getTime() };
    });
  };
}

// Nobody means to call more people than that.
const mentionsAtMost = 50;

/** The users whose handles a text mentions; those that `before` mentions already are left out. */
export async function mentionedIn(db: Database, text: string, before = ''): Promise<string[]> {
  const known = new Set(handlesIn(before));
  const handles = [...new Set(handlesIn(text))].filter((handle) => !known.has(handle));
  return handles.length === 0 ? [] : findUidsByHandles(db, handles.slice(0, mentionsAtMost));
}

/** The news of a mention for everyone who is mentioned. */
export function mentionNews(
  uids: readonly string[],
  { actorUid, postId, written }: Omit<NotificationDraft, 'uid' | 'type'>,
): NotificationDraft[] {
  return uids.map((uid) => ({ uid, type: 'mention', actorUid, postId, written }));
}

/** Marks notifications as read: these, or all that are there. */
export async function markNotificationsRead(
  { now, statement }: Writes,
  uid: string,
  ids: readonly string[] | undefined,
): Promise<void> {
  await statement(async (db) => {
    await markRead(db, uid, ids === undefined ? null : ids.filter(isId), now());
    db.fact({ type: 'notifications-changed', uids: [uid] });
  });
}

function handlesIn(text: string): string[] {
  return splitText(text).flatMap((part) => (part.kind === 'mention' ? [part.handle] : []));
}

function notification(
  { uid, type, actorUid, postId, link, written }: NotificationDraft,
  at: Date,
): NewNotification {
  return {
    id: newId(at),
    uid,
    type: isOtherText(type) ? 'other' : type,
    actorUid,
    postId,
    text: isOtherText(type) ? otherTexts[type] : null,
    link: link ?? null,
    textSnippet: written ? cutText(written, limits.notificationSnippet) : null,
    at,
  };
}
