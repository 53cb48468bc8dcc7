import { Problem } from '../../../contract/src/problem.ts';
import type { Database } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import { deleteBlock, insertBlock } from '../store/blocks.ts';
import { deleteAuthorFromTimeline } from '../store/timeline.ts';
import { findUsers, lockUser, type UserRow } from '../store/users.ts';
import { profileNotFound, removeFollow } from './follows.ts';
import type { Writes } from './writes.ts';

/** Blocks somebody: neither sees the other any more, and the follows between them end. Twice changes nothing more. */
export async function blockUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  const { db, bus, now } = writes;
  if (uid === targetUid) throw new Problem('invalid-argument', 'No podés bloquearte a vos.');
  const [target, own] = await findBoth(db, targetUid, uid);
  await db.transaction(async (tx) => {
    // A follow between the two that comes at the same time waits here, and then finds the block.
    for (const one of [uid, targetUid].toSorted()) await lockUser(tx, one);
    await insertBlock(tx, uid, targetUid, now());
    await removeFollow(writes, tx, uid, target);
    await removeFollow(writes, tx, targetUid, own);
  });
  // After the commit, as when somebody is unfollowed.
  await deleteAuthorFromTimeline(db, uid, targetUid);
  await deleteAuthorFromTimeline(db, targetUid, uid);
  bus.emit('follow-changed', { follower: uid, followee: targetUid });
  bus.emit('follow-changed', { follower: targetUid, followee: uid });
  bus.emit('profile-changed', { uids: [uid, targetUid] });
  tellBoth(writes, uid, targetUid);
}

/** Ends a block. The follows that it ended do not come back. */
export async function unblockUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  if (uid === targetUid) throw new Problem('invalid-argument', 'No podés desbloquearte a vos.');
  if (!isId(targetUid)) throw profileNotFound();
  await writes.db.transaction((tx) => deleteBlock(tx, uid, targetUid));
  tellBoth(writes, uid, targetUid);
}

async function findBoth(db: Database, targetUid: string, uid: string): Promise<[UserRow, UserRow]> {
  const users = isId(targetUid) ? await findUsers(db, [targetUid, uid]) : [];
  const target = users.find((user) => user.uid === targetUid);
  const own = users.find((user) => user.uid === uid);
  if (!target || !own) throw profileNotFound();
  return [target, own];
}

function tellBoth({ bus }: Writes, uid: string, targetUid: string): void {
  bus.emit('unwanted-changed', { uids: [uid, targetUid] });
  bus.emit('timelines-changed', { readerUids: [uid, targetUid] });
  // The unread ones of the other count no longer, or again.
  for (const one of [uid, targetUid]) bus.emit('notifications-read', { uid: one });
}
