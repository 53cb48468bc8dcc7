import { isId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findPostOwner } from '../store/posts.ts';
import { deleteSave, insertSave } from '../store/saves.ts';
import { openPost, postNotFound } from './open-post.ts';

/** Saving a post again keeps its place in the list. */
export async function savePost(
  { db, statement, transaction }: Writes,
  uid: string,
  postId: string,
): Promise<void> {
  await transaction(async (tx) => {
    await openPost(tx, uid, postId);
    await insertSave(tx, uid, postId, tx.at);
    tx.fact({ type: 'post-saved', postId, uid, saved: true });
  });
  // Post and save are on different shards, so no foreign key guards against a concurrent deletion: either
  // this check or the job that removes the post deletes the save.
  if ((await findPostOwner(db, postId)) === null) {
    await removeSave(statement, uid, postId);
    throw postNotFound();
  }
}

export async function unsavePost({ statement }: Writes, uid: string, postId: string): Promise<void> {
  if (!isId(postId)) throw postNotFound();
  await removeSave(statement, uid, postId);
}

async function removeSave(statement: Writes['statement'], uid: string, postId: string): Promise<void> {
  await statement(async (db) => {
    await deleteSave(db, uid, postId);
    db.fact({ type: 'post-saved', postId, uid, saved: false });
  });
}
