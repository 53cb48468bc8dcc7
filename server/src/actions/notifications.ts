import type { NotificationType } from '../../../contract/src/calls/notifications.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { splitText } from '../../../contract/src/rules/links.ts';
import { isOtherText, otherTexts } from '../../../contract/src/rules/notifications.ts';
import { cutText } from '../../../contract/src/rules/text.ts';
import type { Bus } from '../platform/bus.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { findUidsByHandles } from '../store/handles.ts';
import {
  deleteNotification,
  insertNotifications,
  markRead,
  type NewNotification,
  notificationsAtOnce,
} from '../store/notifications.ts';
import { withoutUnwanted } from './unwanted-news.ts';
import type { Writes } from './writes.ts';

/** What happened to whom: `uid` is told of it. */
export type News = {
  uid: string;
  type: NotificationType | keyof typeof otherTexts;
  /** Null where nobody acts: the site itself says something. */
  actorUid: string | null;
  postId: string | null;
  /** Where it leads, if elsewhere than to the post or the actor. */
  link?: string;
  /** What was written, if anything was. */
  written?: string;
};

/** Notifications that were written now, to be told after the commit; and when the users' devices are told. */
export type Told = {
  readonly items: readonly { uid: string; id: string }[];
  readonly pushAt: Map<string, Date>;
};

/** Nothing to tell. */
export const nothingTold: Told = { items: [], pushAt: new Map() };

/**
 * Writes notifications, last in the transaction that caused them. Skips self-notifications; one notification per
 * (actor, type, post), so that like, unlike and like again give one. A further comment of the same actor replaces the
 * earlier one.
 */
export async function notify(
  tx: Transaction,
  news: readonly News[],
  { at, pushes }: { at: Date; pushes: Writes['pushes'] },
): Promise<Told> {
  const others = news.filter(({ uid, actorUid }) => uid !== actorUid);
  const rows = (await withoutUnwanted(tx, others)).map((item) => notification(item, at));
  for (const row of rows) if (row.type === 'comment') await deleteNotification(tx, row);
  const endsHere = pushes?.isIdle(rows.map(({ uid }) => uid)) ?? true;
  const items: { uid: string; id: string }[] = [];
  for (let i = 0; i < rows.length; i += notificationsAtOnce) {
    const some = rows.slice(i, i + notificationsAtOnce);
    const db = endsHere && i + some.length === rows.length ? tx.last : tx;
    items.push(...(await insertNotifications(db, some)));
  }
  if (items.length === 0) return nothingTold;
  if (endsHere) return { items, pushAt: new Map() };
  const uids = items.map(({ uid }) => uid);
  return { items, pushAt: (await pushes?.add(tx, uids)) ?? new Map() };
}

/** Tells the open pages of those who were notified. */
export function tell(bus: Bus, { items, pushAt }: Told): void {
  const idsOf = new Map<string, string[]>();
  for (const { uid, id } of items) idsOf.set(uid, [...(idsOf.get(uid) ?? []), id]);
  for (const [uid, ids] of idsOf) bus.emit('notified', { uid, ids, pushAt: pushAt.get(uid) });
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
  { actorUid, postId, written }: Omit<News, 'uid' | 'type'>,
): News[] {
  return uids.map((uid) => ({ uid, type: 'mention', actorUid, postId, written }));
}

/** Marks notifications as read: these, or all that are there. */
export async function markNotificationsRead(
  { db, bus, now }: Writes,
  uid: string,
  ids: readonly string[] | undefined,
): Promise<void> {
  await markRead(db, uid, ids === undefined ? null : ids.filter(isId), now());
  bus.emit('notifications-read', { uid });
}

function handlesIn(text: string): string[] {
  return splitText(text).flatMap((part) => (part.kind === 'mention' ? [part.handle] : []));
}

function notification({ uid, type, actorUid, postId, link, written }: News, at: Date): NewNotification {
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
