import fastJson from 'fast-json-stringify';

import { Notification } from '../../../../contract/src/calls/notifications.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { notificationText } from '../../../../contract/src/rules/notifications.ts';
import { foldWords } from '../../../../contract/src/rules/texts/fold-words.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { cachedJson } from '../../kernel/cached-json.ts';
import { lastId } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import { visiblePage } from '../../kernel/visible-page.ts';
import { hasExclusions, type Exclusions, exclusionsOf } from '../../people/views/exclusions.ts';
import { wordsOf } from '../../people/views/post-words.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import {
  findMentions,
  findNotificationsById,
  type NotificationRow,
  notificationsPage,
} from '../store/notifications.ts';
import {
  type About,
  type AboutText,
  countUnread,
  countUnreadWithoutExcluded,
  findUnreadTexts,
  type Unread,
  unreadMax,
} from '../store/read-state.ts';
import { hiddenFrom } from './hidden-notifications.ts';
import { type CachedNotification, readNotifications } from './notification-cache.ts';
import {
  detailsOf,
  mentioningPost,
  othersPostsOf,
  type Posts,
  postsOf,
  snippetOf,
} from './notification-details.ts';
import type { NotificationReads } from './notification-reads.ts';

/**
 * Newest first; `detailed` as in a grouped list. Leaves out hidden, blocked and muted actors, and posts
 * that are deleted or that the user may not see.
 */
export async function notificationList(
  reads: NotificationReads,
  uid: string,
  before: string | null,
  { only, detailed = false }: { only?: 'mentions' | undefined; detailed?: boolean } = {},
): Promise<TextPage> {
  return visiblePage({
    from: before ?? lastId,
    size: limits.notificationsPage,
    maxStretches: 25,
    read: async (from) => {
      const rows =
        from === lastId && !only
          ? ((await reads.notifications.get(uid))?.items ?? [])
          : await readNotifications(reads.db, uid, from, only && findMentions);
      return { rows, next: rows.length < notificationsPage ? null : (rows.at(-1)?.row.id ?? null) };
    },
    placeOf: ({ row }) => row.id,
    show: async (items) => {
      const rows = items.map(({ row }) => row);
      const posts = await (detailed ? postsOf(reads, rows) : othersPostsOf(reads, rows));
      const visibleActors = await findVisible(reads, uid, rows, posts);
      return items.map((item, i) => {
        const visible = visibleActors[i];
        if (!visible) return null;
        return detailed
          ? detailedJson(item.row, visible.actor, uid, posts)
          : jsonOf(item, visible.actor, snippetOf(item.row, posts));
      });
    },
  });
}

export async function notificationsOf(
  reads: NotificationReads,
  uid: string,
  ids: readonly string[],
): Promise<Notification[]> {
  const rows = await findNotificationsById(reads.db, uid, ids);
  const [views, posts] = await Promise.all([notificationViews(reads, uid, rows), postsOf(reads, rows)]);
  return rows
    .flatMap((row) => {
      const view = views.get(row.id);
      return view ? Object.assign(view, detailsOf(row, uid, posts)) : [];
    })
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

export function unreadCount(reads: NotificationReads, uid: string): Promise<number> {
  return countVisible(reads, uid, () => countUnread(reads.db, uid));
}

/** From the cached head, so that the count is consistent with the list. */
export function cachedUnreadCount(
  reads: NotificationReads,
  uid: string,
  list: 'notifications' | 'groupedNotifications',
): Promise<number> {
  return countVisible(reads, uid, async () => (await reads[list].get(uid))?.unread ?? nothingUnread);
}

const nothingUnread: Unread = { count: 0, about: [] };

async function countVisible(
  reads: NotificationReads,
  uid: string,
  readAll: () => Promise<Unread>,
): Promise<number> {
  if (!(await hasExclusions(reads, uid))) return withoutHidden(reads, uid, await readAll());
  const { words } = await exclusionsOf(reads, uid, []);
  if (!words) return withoutHidden(reads, uid, await countUnreadWithoutExcluded(reads.db, uid));
  const rows = await findUnreadTexts(reads.db, uid);
  const posts = await othersPostsOf(reads, rows);
  const visible = rows.filter((row) => !hasMutedWord(row, posts, { words }));
  const badgeRows = visible.slice(0, unreadMax);
  const about = badgeRows.length === unreadMax ? [] : badgeRows;
  return withoutHidden(reads, uid, { count: badgeRows.length, about });
}

async function withoutHidden(
  reads: NotificationReads,
  uid: string,
  { count, about }: Unread,
): Promise<number> {
  if (about.length === 0) return count;
  const { isHidden } = await hiddenFrom(reads, uid, actorsOf(about), await postsOf(reads, about));
  return count - about.filter(isHidden).length;
}

export async function notificationViews(
  reads: NotificationReads,
  uid: string,
  rows: readonly NotificationRow[],
): Promise<Map<string, Notification>> {
  const posts = await othersPostsOf(reads, rows);
  const visibleActors = await findVisible(reads, uid, rows, posts);
  const views = new Map<string, Notification>();
  for (const [i, row] of rows.entries()) {
    const visible = visibleActors[i];
    if (visible) views.set(row.id, notificationView(row, visible.actor, snippetOf(row, posts)));
  }
  return views;
}

/** Null when the notification is hidden; `actor` is undefined for those of the site. */
type VisibleNotification = { readonly actor: CachedProfile | undefined } | null;

async function findVisible(
  reads: NotificationReads,
  uid: string,
  rows: readonly NotificationRow[],
  posts: Posts,
): Promise<VisibleNotification[]> {
  const { profiles, exclusions, isHidden } = await hiddenFrom(reads, uid, actorsOf(rows), posts);
  return rows.map((row) => {
    if (row.is_gone || isHidden(row) || hasMutedWord(row, posts, exclusions)) return null;
    return { actor: row.actor_uid === null ? undefined : profiles.get(row.actor_uid) };
  });
}

function actorsOf(rows: readonly About[]): string[] {
  return rows.flatMap((row) => row.actor_uid ?? []);
}

export function hasMutedWord(row: AboutText, posts: Posts, { words }: Pick<Exclusions, 'words'>): boolean {
  // A like of a comment shows the user's own text.
  if (words === null || row.kind === 'comment-like') return false;
  const post = mentioningPost(row, posts);
  return words(foldWords(snippetOf(row, posts) ?? '')) || (post !== undefined && words(wordsOf(post)));
}

export const notificationJson = fastJson(Notification as object);

function jsonOf(item: CachedNotification, actor: CachedProfile | undefined, snippet: string | null): string {
  const make = () => bytesOf(notificationJson(notificationView(item.row, actor, snippet)));
  return snippet === item.row.text_snippet ? cachedJson(item, actor, make) : make();
}

function detailedJson(
  row: NotificationRow,
  actor: CachedProfile | undefined,
  uid: string,
  posts: Posts,
): string {
  const view = notificationView(row, actor, snippetOf(row, posts));
  return bytesOf(notificationJson({ ...view, ...detailsOf(row, uid, posts) }));
}

export function notificationView(
  row: NotificationRow,
  actor: CachedProfile | undefined,
  textSnippet: string | null,
): Notification {
  const name = actor?.profile.displayName ?? null;
  return {
    id: row.id,
    type: row.type,
    actorId: row.actor_uid,
    actorName: name,
    actorHandle: actor?.profile.handle ?? null,
    actorAvatar: actor?.profile.avatar ?? null,
    ...(actor?.profile.club !== undefined && { actorClub: actor.profile.club }),
    text: notificationText(row.type, name, row.text),
    postId: row.post_id,
    link: row.link,
    textSnippet,
    createdAt: row.created_at.toISOString(),
    read: row.is_read,
    ...(row.comment_id !== null && { commentId: row.comment_id }),
    ...(row.kind !== null && { kind: row.kind }),
  };
}
