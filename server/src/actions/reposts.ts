import type { Database } from '../platform/database.ts';
import { isForeignKeyViolation } from '../platform/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { addJob } from '../store/jobs.ts';
import { findPostOwner } from '../store/posts.ts';
import { deleteRepost, deleteUserRepost, insertRepost, insertUserRepost } from '../store/reposts.ts';
import { type News, notify, tell } from './notifications.ts';
import { postNotFound } from './posts.ts';
import type { Writes } from './writes.ts';

/** Reposts a post; done twice it changes nothing more. A job brings it to the followers. */
export async function repostPost(
  { db, bus, now, pushes }: Writes,
  uid: string,
  postId: string,
): Promise<void> {
  const authorUid = isId(postId) ? await findPostOwner(db, postId) : null;
  if (authorUid === null) throw postNotFound();
  const at = now();
  const repost = { postId, uid, entryId: newId(at) };
  const { counters, told } = await db.transaction((tx) =>
    orGone(async () => {
      const result = await insertRepost(tx, repost, at);
      if (!result) throw postNotFound();
      if (result.added) {
        await insertUserRepost(tx, repost, authorUid);
        await addJob(tx, 'fan-out-repost', { ...repost, authorUid });
      }
      const news: News = { uid: authorUid, type: 'repost', actorUid: uid, postId };
      return {
        counters: result.counters,
        told: await notify(tx, result.added ? [news] : [], { at, pushes }),
      };
    }),
  );
  tell(bus, told);
  bus.emit('counters-changed', { postId, counters });
  bus.emit('reaction-changed', { uid, postId, reposted: true });
  bus.emit('reposts-changed', { uid });
}

/** Takes a repost back; without one nothing happens. */
export async function unrepostPost({ db, bus }: Writes, uid: string, postId: string): Promise<void> {
  if (!isId(postId)) throw postNotFound();
  const counters = await db.transaction(async (tx: Database) => {
    const result = await deleteRepost(tx, postId, uid);
    if (!result) throw postNotFound();
    if (result.entryId !== null) {
      await deleteUserRepost(tx, uid, result.entryId);
      await addJob(tx, 'remove-repost', { uid, entryId: result.entryId });
    }
    return result.counters;
  });
  bus.emit('counters-changed', { postId, counters });
  bus.emit('reaction-changed', { uid, postId, reposted: false });
  bus.emit('reposts-changed', { uid });
}

// The post went while it was reposted.
async function orGone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw postNotFound();
    throw error;
  }
}
