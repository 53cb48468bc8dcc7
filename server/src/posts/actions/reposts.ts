import { isId, newId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { Writes } from '../../kernel/writes.ts';
import { isForeignKeyViolation } from '../../platform/postgres/database.ts';
import { deleteRepost, deleteUserRepost, insertRepost, insertUserRepost } from '../store/reposts.ts';
import { openPost, postNotFound } from './open-post.ts';

export async function repostPost({ transaction }: Writes, uid: string, postId: string): Promise<void> {
  await transaction((tx) =>
    notFoundIfDeleted(async () => {
      const authorUid = await openPost(tx, uid, postId);
      const repost = { postId, uid, entryId: newId(tx.at) };
      const result = await insertRepost(tx, repost, tx.at);
      if (!result) throw postNotFound();
      if (result.isNew) {
        await insertUserRepost(tx, repost, authorUid);
        await addJob(tx, 'fan-out-repost', { ...repost, authorUid });
      }
      if (result.isNew) tx.notify({ uid: authorUid, type: 'repost', actorUid: uid, postId });
      tx.fact({ type: 'post-reposted', postId, uid, reposted: true, counters: result.counters });
    }),
  );
}

export async function unrepostPost({ transaction }: Writes, uid: string, postId: string): Promise<void> {
  if (!isId(postId)) throw postNotFound();
  await transaction(async (tx) => {
    const result = await deleteRepost(tx, postId, uid);
    if (!result) throw postNotFound();
    if (result.entryId !== null) {
      await deleteUserRepost(tx, uid, result.entryId);
      await addJob(tx, 'remove-repost', { uid, entryId: result.entryId });
    }
    tx.fact({ type: 'post-reposted', postId, uid, reposted: false, counters: result.counters });
  });
}

async function notFoundIfDeleted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw postNotFound();
    throw error;
  }
}
