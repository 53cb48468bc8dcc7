import { Problem } from '../../../../contract/src/problem.ts';
import { isId } from '../../kernel/ids.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findPostOwner } from '../store/posts.ts';

/**
 * The author of a post that a user may act on: the post exists, its author is not hidden, and neither blocks the
 * other. Called inside the action's transaction.
 * @throws Problem not-found
 */
export async function openPost(db: Database, uid: string, postId: string): Promise<string> {
  const ownerUid = isId(postId) ? await findPostOwner(db, postId) : null;
  if (ownerUid === null) throw postNotFound();
  if (ownerUid !== uid && (await findBlockedActors(db, ownerUid, [uid])).size > 0) throw postNotFound();
  return ownerUid;
}

export function postNotFound(): Problem {
  return new Problem('not-found', 'Publicación no encontrada.');
}
