import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { groupKind, groupText } from '../../../../contract/src/rules/notifications.ts';
import { bytesOf } from '../../kernel/bytes.ts';
import { idTime } from '../../kernel/ids.ts';
import type { TextPage } from '../../kernel/page-text.ts';
import type { CachedProfile } from '../../people/views/profiles.ts';
import type { NotificationRow } from '../store/notifications.ts';
import { hiddenFrom } from './hidden-notifications.ts';
import { detailsOf, postsOf, snippetOf } from './notification-details.ts';
import { type GroupedPlace, type GroupedRow, readGroups } from './notification-groups.ts';
import type { NotificationReads } from './notification-reads.ts';
import { hasMutedWord, notificationJson, notificationView } from './notifications.ts';

// Bounds the work of a page when the user has muted or blocked most actors.
const maxPages = 5;

/**
 * Likes and reposts of one post, and likes of one comment, are one item. Hidden, blocked and muted actors
 * are neither named nor counted; beyond the newest hundred of a group they do not matter.
 */
export async function groupedNotificationList(
  reads: NotificationReads,
  uid: string,
  after: string | null,
): Promise<TextPage> {
  let place = after;
  for (let n = 1; ; n++) {
    const { items, next } = await readPage(reads, uid, place);
    const texts = await visibleTexts(reads, uid, items);
    if (texts.length > 0 || next === null || n === maxPages) return { items: texts, next };
    place = next;
  }
}

async function visibleTexts(
  reads: NotificationReads,
  uid: string,
  items: readonly GroupedRow[],
): Promise<string[]> {
  const rows = items.map(({ row }) => row);
  const actors = items.flatMap(({ row, members }) =>
    row.actor_uid === null ? [] : [row.actor_uid, ...members.actors],
  );
  const posts = await postsOf(reads, rows);
  const { profiles, exclusions, isActorHidden, isPostHidden } = await hiddenFrom(reads, uid, actors, posts);
  const parts = items.flatMap((item) => {
    if (isPostHidden(item.row.post_id) || hasMutedWord(item.row, posts, exclusions)) return [];
    const part = visiblePart(item, isActorHidden);
    return part ? [{ item, part }] : [];
  });
  // Without hidden actors they are in this order already.
  parts.sort((a, b) => (a.part.row.id < b.part.row.id ? 1 : -1));
  return parts.map(({ item, part }) => {
    const people = part.actors.map((actor) => profiles.get(actor));
    const post = item.row.post_id === null ? undefined : posts.get(item.row.post_id);
    return cachedText(item, [part.row.id, part.count, post?.fields, ...people], () => ({
      ...viewOf(part.row, people, { count: part.count, snippet: snippetOf(part.row, posts) }),
      ...detailsOf(part.row, uid, posts),
    }));
  });
}

async function readPage(
  reads: NotificationReads,
  uid: string,
  after: string | null,
): Promise<{ items: readonly GroupedRow[]; next: string | null }> {
  const place = placeOf(after);
  const page =
    place === null ? await reads.groupedNotifications.get(uid) : await readGroups(reads.db, uid, place);
  const next = page?.next ?? null;
  return { items: page?.items ?? [], next: next && `${next.before} ${next.top}` };
}

function placeOf(after: string | null): GroupedPlace | null {
  const [before, top] = after?.split(' ') ?? [];
  return before !== undefined && top !== undefined ? { before, top } : null;
}

type VisiblePart = { row: NotificationRow; actors: readonly string[]; count: number };

/** Null when no actor of the group is visible. */
function visiblePart({ row, members }: GroupedRow, isHidden: (actor: string) => boolean): VisiblePart | null {
  if (row.actor_uid === null) return { row, actors: [], count: 1 };
  const actors = [row.actor_uid, ...members.actors];
  const visible = actors.filter((actor) => !isHidden(actor));
  const [first] = visible;
  if (first === undefined) return null;
  const count = 1 + members.count - (actors.length - visible.length);
  const id = [row.id, ...members.ids][actors.indexOf(first)] ?? row.id;
  const newest = id === row.id ? row : { ...row, id, actor_uid: first, created_at: new Date(idTime(id)) };
  return { row: newest, actors: visible.slice(0, 3), count };
}

function viewOf(
  row: NotificationRow,
  [actor, ...others]: readonly (CachedProfile | undefined)[],
  { count, snippet }: { count: number; snippet: string | null },
): Notification {
  const view = notificationView(row, actor, snippet);
  const group = groupKind(row.type, row.kind);
  if (count < 2 || group === null) return view;
  const next = others.map((other) => ({
    uid: other?.profile.uid ?? '',
    displayName: other?.profile.displayName ?? 'Alguien',
    avatar: other?.profile.avatar ?? null,
  }));
  const names = [view.actorName ?? 'Alguien', ...next.map(({ displayName }) => displayName)];
  return { ...view, text: groupText(group, names, count), count, others: next };
}

function cachedText(item: GroupedRow, sources: readonly unknown[], make: () => Notification): string {
  if (
    item.text?.sources.length === sources.length &&
    item.text.sources.every((part, i) => part === sources[i])
  )
    return item.text.json;
  const json = bytesOf(notificationJson(make()));
  item.text = { sources, json };
  return json;
}
