import { Problem } from '../../../../contract/src/problem.ts';
import { isId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { profileNotFound } from '../../people/actions/profile-not-found.ts';
import { deleteBlock, insertBlock } from '../../people/store/blocks.ts';
import { findUsers, lockUsers, type UserRow } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { lockAgainstFanOut } from '../../timeline/store/timeline.ts';
import { clearTimeline, removeFollow } from './follows.ts';

export async function blockUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  if (uid === targetUid) throw new Problem('invalid-argument', 'No podés bloquearte a vos.');
  const [target, own] = await findBoth(writes.db, targetUid, uid);
  await writes.transaction(async (tx) => {
    // Before any row is locked, as `removeFollow` does.
    await lockAgainstFanOut(tx, [uid, targetUid]);
    // A concurrent follow between the two waits for this lock and then finds the block.
    await lockUsers(tx, [uid, targetUid]);
    await insertBlock(tx, uid, targetUid, tx.at);
    await removeFollow(tx, uid, target);
    await removeFollow(tx, targetUid, own);
    tx.fact({ type: 'block-changed', uids: [uid, targetUid] });
  });
  await clearTimeline(writes, uid, targetUid);
  await clearTimeline(writes, targetUid, uid);
}

export async function unblockUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  if (uid === targetUid) throw new Problem('invalid-argument', 'No podés desbloquearte a vos.');
  if (!isId(targetUid)) throw profileNotFound();
  await writes.transaction(async (tx) => {
    await deleteBlock(tx, uid, targetUid);
    tx.fact({ type: 'block-changed', uids: [uid, targetUid] });
  });
}

async function findBoth(db: Database, targetUid: string, uid: string): Promise<[UserRow, UserRow]> {
  const users = isId(targetUid) ? await findUsers(db, [targetUid, uid]) : [];
  const target = users.find((user) => user.uid === targetUid);
  const own = users.find((user) => user.uid === uid);
  if (!target || !own) throw profileNotFound();
  return [target, own];
}
