import { Problem } from '../../../contract/src/problem.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { normaliseLink } from '../../../contract/src/rules/links.ts';
import { cleanText, codePoints } from '../../../contract/src/rules/text.ts';
import { isId, newId } from '../platform/ids.ts';
import { addJob } from '../store/jobs.ts';
import { deletePostRow, deleteUserPost, findPostOwner, insertPost, insertUserPost } from '../store/posts.ts';
import { type Attempt, earlierResult } from './idempotency.ts';
import type { Writes } from './writes.ts';

/**
 * Publishes a post: stored, on its author's own timeline and counted when this returns; a job takes it to the
 * followers. The same attempt again gives the id of the first post.
 * @returns the post's id
 */
export async function publishPost(
  { db, bus, now }: Writes,
  uid: string,
  input: { text?: string; link?: string },
  attempt: Attempt,
): Promise<string> {
  const content = postContent(input);
  const at = now();
  const postId = newId(at);
  const earlier = await db.transaction(async (tx) => {
    const result = await earlierResult(tx, uid, attempt, postId, at);
    if (result !== null) return result;
    await insertPost(tx, { id: postId, ownerUid: uid, ...content, at });
    await insertUserPost(tx, uid, postId);
    await addJob(tx, 'fan-out-post', { postId, ownerUid: uid });
    return null;
  });
  if (earlier !== null) return earlier;
  bus.emit('profile-changed', { uids: [uid] });
  bus.emit('timelines-changed', { readerUids: [uid] });
  bus.emit('post-created', { postId, ownerUid: uid });
  return postId;
}

/** Deletes one's own post with everything that hangs on it. */
export async function deletePost({ db, bus }: Writes, uid: string, postId: string): Promise<void> {
  const ownerUid = isId(postId) ? await findPostOwner(db, postId) : null;
  if (ownerUid === null) throw postNotFound();
  if (ownerUid !== uid) throw new Problem('permission-denied');
  await db.transaction(async (tx) => {
    if (!(await deletePostRow(tx, postId))) throw postNotFound();
    await deleteUserPost(tx, ownerUid, postId);
    await addJob(tx, 'remove-from-timelines', { postId, ownerUid });
  });
  bus.emit('post-deleted', { postId, ownerUid });
  bus.emit('profile-changed', { uids: [ownerUid] });
  bus.emit('timelines-changed', { readerUids: [ownerUid] });
}

/** The failure of every call that names a post which is not there. */
export function postNotFound(): Problem {
  return new Problem('not-found', 'Publicación no encontrada.');
}

function postContent(input: { text?: string; link?: string }): { text: string; link: string | null } {
  const text = cleanText(input.text ?? '');
  if (codePoints(text) > limits.postText) {
    throw new Problem('invalid-argument', `El texto supera los ${limits.postText} caracteres.`);
  }
  const typedLink = input.link?.trim() ?? '';
  const link = typedLink === '' ? null : normaliseLink(typedLink);
  if (typedLink !== '' && link === null) throw new Problem('invalid-argument', 'El enlace no es válido.');
  if (text === '' && link === null) throw new Problem('invalid-argument', 'La publicación está vacía.');
  return { text, link };
}
