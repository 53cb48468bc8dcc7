import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import type { PushPreferences } from '../../../../contract/src/calls/push.ts';
import { type CommentEvent, notificationTarget } from '../../../../contract/src/rules/notifications.ts';
import { type PushKind, pushKind } from '../../../../contract/src/rules/push-preferences.ts';
import { idTime } from '../../kernel/ids.ts';
import { findUnreadSince, type NotificationRow, unreadStretch } from '../store/notifications.ts';
import type { NotificationReads } from './notification-reads.ts';
import { notificationViews, unreadCount } from './notifications.ts';

export type PushPayload = {
  title: string;
  body: string;
  url: string;
  /** A later push with the same tag replaces this one. */
  tag: string;
  unread: number;
};

/** Those of one event share a line. Null: it has no words for several, so those of one text share a line. */
type PushItem = { event: keyof typeof eventPhrases | null; item: Notification };

/** `id`: the newest notification that was pushed; those from before `at` are not pushed. */
export type PushStart = { id: string; at: Date; now: Date };

// Of 200 notifications each.
const maxStretches = 10;

/**
 * Reads at most 2,000 notifications, oldest first. `payload` is null when there is nothing to send; `until` is
 * the newest that was read, sent or not, without those of a clock that is ahead; `hasMore`: newer ones may be
 * left for the next message.
 */
export async function pushMessage(
  reads: NotificationReads,
  uid: string,
  {
    siteName,
    preferences,
    after,
  }: {
    siteName: string;
    preferences: PushPreferences;
    after: PushStart;
  },
): Promise<{ payload: PushPayload | null; until: string; hasMore: boolean }> {
  const items: PushItem[] = [];
  let [last, until] = [after.id, after.id];
  let hasMore = true;
  for (let n = 0; hasMore && n < maxStretches; n++) {
    const rows = await findUnreadSince(reads.db, uid, { id: last, at: after.at });
    items.push(...(await pushItems(reads, uid, rows, preferences)));
    last = rows.at(-1)?.id ?? last;
    until = rows.findLast(({ id }) => idTime(id) <= after.now.getTime())?.id ?? until;
    hasMore = rows.length === unreadStretch;
  }
  if (items.length === 0) return { payload: null, until, hasMore };
  const payload = pushPayload(siteName, items.toReversed(), await unreadCount(reads, uid));
  return { payload, until, hasMore };
}

async function pushItems(
  reads: NotificationReads,
  uid: string,
  rows: readonly NotificationRow[],
  preferences: PushPreferences,
): Promise<PushItem[]> {
  const candidates = rows.flatMap((row) => {
    const kind = pushKind(row.type, row.text);
    const isWanted = kind === null || (kind !== 'never' && preferences[kind]);
    return isWanted ? { row, event: row.kind ?? kind } : [];
  });
  const views = await notificationViews(
    reads,
    uid,
    candidates.map(({ row }) => row),
  );
  return candidates.flatMap(({ row, event }) => {
    const item = views.get(row.id);
    return item ? { event, item } : [];
  });
}

export function pushPayload(siteName: string, items: readonly PushItem[], unread: number): PushPayload {
  // Without the comment: those on one post lead to the post together, and later ones replace earlier ones.
  const targets = new Set(items.map(({ item }) => pathOf(item).split('?comentario=')[0] ?? ''));
  const [only] = targets.size === 1 ? targets : [];
  const tag = only ?? '/notificaciones';
  const groups = Map.groupBy(items, ({ event, item }) => event ?? item.text);
  const lines = [...groups.values()].map((group) => lineOf(group));
  const [single] = items;
  const snippet = items.length === 1 ? single?.item.textSnippet : null;
  const url = single && items.length === 1 ? pathOf(single.item) : tag;
  return {
    title: siteName,
    body: [...lines, ...(snippet ? [snippet] : [])].join('\n'),
    url,
    tag,
    unread,
  };
}

const nowhere = 'https://tablon.invalid';

// Old notifications may hold foreign URLs: those open the list instead.
function pathOf(item: Notification): string {
  const target = notificationTarget(item);
  // Resolved as a browser would: '/\\host' and '//host' are foreign.
  const isOwn = target.startsWith('/') && URL.parse(target, nowhere)?.origin === nowhere;
  return isOwn && target.length <= 300 ? target : '/notificaciones';
}

const eventPhrases: Record<
  PushKind | CommentEvent,
  { one: string; many: string; object?: 'post' | 'comment' }
> = {
  like: { one: 'le dio Me gusta a', many: 'le dieron Me gusta a', object: 'post' },
  comment: { one: 'comentó', many: 'comentaron', object: 'post' },
  repost: { one: 'hizo repost de', many: 'hicieron repost de', object: 'post' },
  mention: { one: 'te mencionó', many: 'te mencionaron' },
  quote: { one: 'te citó', many: 'te citaron' },
  follow: { one: 'empezó a seguirte', many: 'empezaron a seguirte' },
  reply: { one: 'te respondió', many: 'te respondieron' },
  'comment-like': { one: 'le dio Me gusta a', many: 'le dieron Me gusta a', object: 'comment' },
};

function lineOf(group: readonly PushItem[]): string {
  const [first] = group;
  if (!first) return '';
  if (first.event === null || group.length === 1) return first.item.text;
  const names = new Map(group.map(({ item }) => [item.actorId ?? item.id, item.actorName ?? 'Alguien']));
  const { one, many, object } = eventPhrases[first.event];
  const posts = new Set(group.map(({ item }) => (object === 'comment' ? item.commentId : item.postId)));
  const [singular, plural] =
    object === 'comment' ? ['tu comentario', 'tus comentarios'] : ['tu publicación', 'tus publicaciones'];
  const words = [
    listOf([...names.values()]),
    names.size === 1 ? one : many,
    object ? (posts.size === 1 ? singular : plural) : '',
  ];
  return words.filter(Boolean).join(' ');
}

const maxNames = 100;

function listOf(names: readonly string[]): string {
  const [first = '', second = ''] = names;
  if (names.length === 1) return first;
  if (names.length === 2) return `${first} y ${second}`;
  return names.length > maxNames ? `${first} y más de 99 personas` : `${first} y ${names.length - 1} más`;
}
