import type { Bus } from '../platform/bus.ts';
import type { Database, Pool } from '../platform/database.ts';
import { firstId } from '../platform/ids.ts';
import { followersPage, lockFollowersPage } from '../store/follows.ts';
import type { JobPayloads } from '../store/jobs.ts';
import { findPostOwner } from '../store/posts.ts';
import { deletePostFromTimelines, insertOnTimelines } from '../store/timeline.ts';
import { findUsers } from '../store/users.ts';

type Payload = JobPayloads['fan-out-post'];

/** Puts a new post on the timelines of its author's followers, a page of them at a time. Run again, it changes nothing. */
export async function fanOutPost(
  { db, bus }: { db: Pool; bus: Bus },
  { postId, ownerUid }: Payload,
): Promise<void> {
  const [owner] = await findUsers(db, [ownerUid]);
  if (!owner || owner.merged_at_read) return;
  if ((await findPostOwner(db, postId)) === null) return;
  await forFollowers(db, ownerUid, async (tx, readerUids) => {
    await insertOnTimelines(tx, { id: postId, ownerUid }, readerUids);
    return () => bus.emit('timelines-changed', { readerUids });
  });
}

/** Takes a deleted post off the timelines again; a timeline that still names it only skips it. */
export async function removeFromTimelines(
  { db, bus }: { db: Pool; bus: Bus },
  { postId, ownerUid }: JobPayloads['remove-from-timelines'],
): Promise<void> {
  await forFollowers(db, ownerUid, async (tx, readerUids) => {
    await deletePostFromTimelines(tx, readerUids, postId);
    return () => bus.emit('timelines-changed', { readerUids });
  });
}

type PageWork = (tx: Database, readerUids: string[]) => Promise<() => void>;

async function forFollowers(db: Pool, ownerUid: string, work: PageWork): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined;) {
    const from: string = after;
    const page = await db.transaction(async (tx) => {
      const readerUids = await lockFollowersPage(tx, ownerUid, from);
      return { readerUids, tell: readerUids.length > 0 ? await work(tx, readerUids) : undefined };
    });
    page.tell?.();
    after = page.readerUids.length === followersPage ? page.readerUids.at(-1) : undefined;
  }
}
