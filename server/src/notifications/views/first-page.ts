import type { TextPage } from '../../kernel/page-text.ts';
import { hasExclusions } from '../../people/views/exclusions.ts';
import { groupedNotificationList } from './grouped-list.ts';
import type { Head, CachedPage } from './notification-cache.ts';
import type { NotificationReads } from './notification-reads.ts';
import { cachedUnreadCount, notificationList } from './notifications.ts';

type FirstPage = TextPage & { readonly unread: number };
type List = 'notifications' | 'groupedNotifications';

/**
 * The text is cached with the head of the list, and stays valid as long as the cached profiles and posts
 * that it may show are the same objects. Not for users who hide somebody.
 */
export async function firstPage(reads: NotificationReads, uid: string, list: List): Promise<FirstPage> {
  const head: Head | undefined = await reads[list].get(uid);
  const isCacheable = head !== undefined && !(await hasExclusions(reads, uid));
  if (isCacheable && head.page && isCurrent(reads, head.page)) return head.page;
  // Without gaps, which older notifications would fill, the page shows the head and nothing else.
  const before = isCacheable && !head.items.some(({ row }) => row.is_gone) ? partsOf(reads, uid, head) : null;
  const [{ items, next }, unread] = await Promise.all([
    list === 'notifications' ? notificationList(reads, uid, null) : groupedNotificationList(reads, uid, null),
    cachedUnreadCount(reads, uid, list),
  ]);
  const page = { items, next, unread };
  // A part that changed meanwhile may be in the page or not.
  if (!head || !before || !isCurrent(reads, before) || before.people.some((person) => person?.hidden))
    return page;
  head.page = { ...before, ...page, items: [items.join(',')] };
  // The texts of the items are in the page from here on.
  for (const item of head.items) item.text = undefined;
  return page;
}

type Parts = Pick<CachedPage, 'uids' | 'people' | 'postIds' | 'posts'>;

function partsOf({ profiles, posts }: NotificationReads, uid: string, { items, unread }: Head): Parts {
  const uids = new Set<string>();
  const postIds = new Set<string>();
  for (const { actor_uid: actor, post_id: postId } of [...unread.about, ...items.map(({ row }) => row)]) {
    if (actor !== null) uids.add(actor);
    if (postId !== null) postIds.add(postId);
  }
  for (const { members } of items) for (const actor of members?.actors ?? []) uids.add(actor);
  for (const id of postIds) {
    const owner = posts.peek(id)?.fields.ownerUid;
    if (owner !== undefined && owner !== uid) uids.add(owner);
  }
  return {
    uids: [...uids],
    people: Array.from(uids, (uid) => profiles.peek(uid)),
    postIds: [...postIds],
    posts: Array.from(postIds, (id) => posts.peek(id)?.fields),
  };
}

function isCurrent(
  { profiles, posts }: NotificationReads,
  { uids, people, postIds, posts: fields }: Parts,
): boolean {
  for (const [i, uid] of uids.entries()) {
    const person = profiles.peek(uid);
    if (person === undefined || person !== people[i]) return false;
  }
  for (const [i, id] of postIds.entries()) {
    const post = posts.peek(id)?.fields;
    if (post === undefined || post !== fields[i]) return false;
  }
  return true;
}
