import { Problem } from '../../../../contract/src/problem.ts';
import { isId } from '../../kernel/ids.ts';
import { findBlockedActors } from '../../people/store/blocks.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findPostOwner, findPostRules, type PostRules } from '../store/posts.ts';

/**
 * Returns the author of a post on which the user may act. Call it inside the action's transaction.
 * @throws Problem not-found, also when the author is hidden or a block stands between the two
 */
export async function openPost(db: Database, uid: string, postId: string): Promise<string> {
  const ownerUid = isId(postId) ? await findPostOwner(db, postId) : null;
  if (ownerUid === null) throw postNotFound();
  await refuseBlocked(db, [uid], ownerUid);
  return ownerUid;
}

/** `openPost` for several users. @throws Problem not-found when one of them may not act */
export async function openPostRules(
  db: Database,
  uids: readonly string[],
  postId: string,
): Promise<PostRules> {
  const rules = isId(postId) ? await findPostRules(db, postId) : null;
  if (rules === null) throw postNotFound();
  await refuseBlocked(db, uids, rules.ownerUid);
  return rules;
}

async function refuseBlocked(db: Database, uids: readonly string[], ownerUid: string): Promise<void> {
  const others = uids.filter((uid) => uid !== ownerUid);
  if (others.length > 0 && (await findBlockedActors(db, ownerUid, others)).size > 0) throw postNotFound();
}

export function postNotFound(): Problem {
  return new Problem('not-found', 'Publicación no encontrada.');
}
