import { isId } from '../platform/ids.ts';
import { findPostOwner } from '../store/posts.ts';
import { deleteSave, insertSave } from '../store/saves.ts';
import { postNotFound } from './posts.ts';
import type { Writes } from './writes.ts';

/** Saves a post; done twice it changes nothing more, and it keeps its first place in the list. */
export async function savePost({ db, bus, now }: Writes, uid: string, postId: string): Promise<void> {
  if (!isId(postId) || (await findPostOwner(db, postId)) === null) throw postNotFound();
  await insertSave(db, uid, postId, now());
  // Post and save are of different groups: one that was deleted meanwhile is forgotten by its job, or here.
  if ((await findPostOwner(db, postId)) === null) {
    await deleteSave(db, uid, postId);
    throw postNotFound();
  }
  bus.emit('reaction-changed', { uid, postId, saved: true });
}

/** Takes a post out of one's saved ones. */
export async function unsavePost({ db, bus }: Writes, uid: string, postId: string): Promise<void> {
  if (!isId(postId)) throw postNotFound();
  await deleteSave(db, uid, postId);
  bus.emit('reaction-changed', { uid, postId, saved: false });
}
