import type { TextPage } from '../../kernel/page-text.ts';
import { hasExclusions } from '../../people/views/exclusions.ts';
import { andThen, both, type MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { Snapshot } from '../../platform/concurrency/sieve-cache.ts';
import { groupedNotificationList } from './grouped-list.ts';
import type { Head, Parts } from './notification-cache.ts';
import { mayBeOthersPost } from './notification-details.ts';
import type { NotificationReads } from './notification-reads.ts';
import { cachedUnreadCount, notificationList } from './notifications.ts';

type FirstPage = TextPage & { readonly unread: number };
type List = 'notifications' | 'groupedNotifications';

/**
 * The answer is cached with the head of the list, and stays valid as long as the cached profiles and posts
 * that it may show are the same objects; a page with such an answer has no items. Not for users who hide
 * somebody.
 */
export function firstPage(reads: NotificationReads, uid: string, list: List): MaybePromise<FirstPage> {
  return andThen(both(reads[list].get(uid), hasExclusions(reads, uid)), ([head, excludes]) =>
    head?.page?.answer && !excludes && isCurrent(reads, head.page)
      ? { items: [], next: head.page.next, unread: head.page.unread, slot: head.page }
      : makePage(reads, uid, list, head, !excludes),
  );
}

async function makePage(
  reads: NotificationReads,
  uid: string,
  list: List,
  head: Head | undefined,
  seesAll: boolean,
): Promise<FirstPage> {
  // Without gaps, which older notifications would fill, the page shows the head and nothing else.
  const before =
    head && seesAll && !head.items.some(({ row }) => row.is_gone) ? partsOf(reads, uid, head, list) : null;
  const [{ items, next }, unread] = await Promise.all([
    list === 'notifications' ? notificationList(reads, uid, null) : groupedNotificationList(reads, uid, null),
    cachedUnreadCount(reads, uid, list),
  ]);
  const page = { items, next, unread };
  // A part that changed meanwhile may be in the page or not.
  if (!head || !before || !isCurrent(reads, before) || before.people.values.some(({ hidden }) => hidden))
    return page;
  head.page = { ...before, next, unread };
  // The texts of the items are in the answer from here on.
  for (const item of head.items) item.text = undefined;
  return { ...page, slot: head.page };
}

/** Null when a part is not cached. */
function partsOf(
  { profiles, posts }: NotificationReads,
  uid: string,
  { items, unread }: Head,
  list: List,
): Parts | null {
  const rows = items.map(({ row }) => row);
  const uids = new Set<string>();
  for (const { actor_uid: actor } of [...unread.about, ...rows]) if (actor !== null) uids.add(actor);
  // Only the grouped list shows something of the user's own posts.
  const aboutPosts = list === 'notifications' ? rows.filter(mayBeOthersPost) : rows;
  const postIds = new Set([...unread.about, ...aboutPosts].flatMap(({ post_id: postId }) => postId ?? []));
  for (const { members } of items) for (const actor of members?.actors ?? []) uids.add(actor);
  const postEntries = posts.entriesOf(postIds);
  if (!postEntries) return null;
  const fields = postEntries.map((entry) => posts.current(entry)?.fields);
  for (const post of fields) if (post && post.ownerUid !== uid) uids.add(post.ownerUid);
  const personEntries = profiles.entriesOf(uids);
  return (
    personEntries && {
      postEntries,
      fields,
      people: new Snapshot(
        personEntries,
        personEntries.flatMap(({ value }) => value ?? []),
      ),
    }
  );
}

function isCurrent({ profiles, posts }: NotificationReads, { people, postEntries, fields }: Parts): boolean {
  return (
    profiles.holds(people) && postEntries.every((entry, i) => posts.current(entry)?.fields === fields[i])
  );
}
