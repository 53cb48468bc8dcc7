import { limits } from '../../../../contract/src/rules/limits.ts';
import {
  groupKind,
  groupMs,
  isCommentEvent,
  isOtherText,
  otherTexts,
} from '../../../../contract/src/rules/notifications.ts';
import { cutGraphemes } from '../../../../contract/src/rules/texts/graphemes.ts';
import { mentionsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import type { Fact } from '../../kernel/facts.ts';
import { firstIdAt, idTime, isId, newId } from '../../kernel/ids.ts';
import type { NotificationDraft } from '../../kernel/notification-draft.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Deliver, Writes } from '../../kernel/writes.ts';
import { withoutExcludedRecipients } from '../../people/actions/excluded-recipients.ts';
import { findUidsByHandles } from '../../people/store/handles.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { groupsBatch, markGroupsRead, type StoredGroup } from '../store/notification-groups.ts';
import {
  deleteCommentNotifications,
  findNotificationsById,
  insertNotifications,
  type NewNotification,
  maxNotificationsPerInsert,
  type NotificationRow,
} from '../store/notifications.ts';
import { markAllRead, markRead } from '../store/read-state.ts';
import type { PushQueue } from './push-queue.ts';

/**
 * Writes notifications, last in the transaction that caused them, and enqueues their pushes. Skips
 * self-notifications; one notification per (actor, type, post), so a repeated like notifies once. A further
 * comment by the same actor replaces the earlier one. Replies and likes on comments notify once per
 * comment.
 */
export function delivery(pushes?: PushQueue): Deliver {
  return async (tx, drafts, at) => {
    const others = drafts.filter(({ uid, actorUid }) => uid !== actorUid);
    const rows = (await withoutExcludedRecipients(tx, others)).map((item) => notification(item, at));
    const comments = rows.filter(({ type }) => type === 'comment');
    const commentGroups = [...Map.groupBy(comments, ({ uid, postId }) => `${uid} ${postId}`).values()];
    await Promise.all(
      commentGroups.map((same) => {
        const { uid, postId } = same[0] as NewNotification;
        const actors = same.map(({ actorUid }) => actorUid);
        return deleteCommentNotifications(tx, uid, postId, actors);
      }),
    );
    const pushQueue = drafts.some(({ silent }) => silent) ? undefined : pushes;
    const isLastWrite = pushQueue?.isIdle(rows.map(({ uid }) => uid)) ?? true;
    const items: { uid: string; id: string }[] = [];
    for (let i = 0; i < rows.length; i += maxNotificationsPerInsert) {
      const batch = rows.slice(i, i + maxNotificationsPerInsert);
      const db = isLastWrite && i + batch.length === rows.length ? tx.last : tx;
      items.push(...(await insertNotifications(db, batch, at)));
    }
    if (items.length === 0) return [];
    const uids = items.map(({ uid }) => uid);
    const pushAt = isLastWrite ? undefined : await pushQueue?.add(tx, uids);
    return [...Map.groupBy(items, ({ uid }) => uid)].map(([uid, own]) => {
      const ids = own.map(({ id }) => id);
      return { type: 'notified', uid, ids, pushAt: pushAt?.get(uid)?.getTime() };
    });
  };
}

export async function mentionedIn(db: Database, text: string, before = ''): Promise<string[]> {
  const earlier = mentionsOf(before);
  const handles = mentionsOf(text).filter((handle) => !earlier.includes(handle));
  return handles.length === 0 ? [] : findUidsByHandles(db, handles);
}

export function mentionDrafts(
  uids: readonly string[],
  draft: Omit<NotificationDraft, 'uid' | 'type'>,
): NotificationDraft[] {
  return uids.map((uid) => ({ ...draft, uid, type: 'mention' }));
}

export async function markNotificationsRead(
  { now, statement, transaction }: Writes,
  uid: string,
  { ids, grouped = false }: { ids?: readonly string[]; grouped?: boolean },
): Promise<void> {
  const fact: Fact = { type: 'notifications-changed', uids: [uid] };
  if (ids === undefined) {
    await transaction(async (tx) => {
      const until = await markAllRead(tx, uid, tx.at);
      if (until !== null)
        await addJob(tx, 'mark-notifications-read', { uid, until, at: tx.at.toISOString() });
      tx.fact(fact);
    });
  } else if (grouped) {
    await transaction(async (tx) => {
      const own = ids.filter(isId);
      await markRead(tx, uid, own, tx.at);
      const groups = groupsOf(await findNotificationsById(tx, uid, own));
      const at = tx.at.toISOString();
      if ((await markGroupsRead(tx, uid, groups, tx.at)) === groupsBatch)
        await addJob(tx, 'mark-notification-groups-read', { uid, groups, at });
      tx.fact(fact);
    });
  } else {
    await statement(async (db) => {
      await markRead(db, uid, ids.filter(isId), now());
      db.fact(fact);
    });
  }
}

// Only notifications older than the one that the user saw: newer ones stay unread.
function groupsOf(rows: readonly NotificationRow[]): StoredGroup[] {
  return rows.flatMap(({ id, type, kind, post_id: postId, comment_id: commentId, actor_uid: actor }) =>
    postId === null || actor === null || groupKind(type, kind) === null
      ? []
      : [{ type, postId, commentId, before: id, from: firstIdAt(idTime(id) - groupMs) }],
  );
}

function notification(
  { uid, type, actorUid, postId, commentId, link, site = '', text, snippet = text }: NotificationDraft,
  at: Date,
): NewNotification {
  return {
    id: newId(at),
    uid,
    type: isOtherText(type) ? 'other' : type,
    actorUid,
    postId,
    commentId: commentId ?? null,
    kind: isCommentEvent(type) ? type : null,
    text: isOtherText(type) ? otherTexts[type].replace('{site}', () => site) : null,
    link: link ?? null,
    textSnippet: snippet ? cutGraphemes(snippet, limits.notificationSnippet) : null,
  };
}
