import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { ownLabel } from '../../../../contract/src/rules/covers/warnings.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import { isId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers } from '../../people/store/users.ts';
import type { StoredWarning } from '../store/posts.ts';
import { lockPostWarning, setWarning, type WarnedPost } from '../store/warnings.ts';
import { openPost, postNotFound } from './open-post.ts';

type WarningInput = NonNullable<Input<'publishPost'>['warning']>;

export function newWarning({ kind, label: input = '' }: WarningInput): StoredWarning {
  if (kind !== 'otra') return { kind, label: null };
  const label = ownLabel(input);
  if (label === null) {
    throw new Problem(
      'invalid-argument',
      `La advertencia lleva un texto de hasta ${limits.warningLabel} caracteres.`,
    );
  }
  return { kind, label };
}

/**
 * Idempotent.
 * @throws Problem `not-found`; `permission-denied` for somebody else's post, and when an admin set the
 * warning
 */
export async function setOwnWarning(
  { db, transaction }: Writes,
  uid: string,
  { postId, warning: input }: Input<'setPostWarning'>,
): Promise<void> {
  const warning = input && newWarning(input);
  if ((await openPost(db, uid, postId)) !== uid) throw new Problem('permission-denied');
  await transaction(async (tx) => {
    const post = await lockPostWarning(tx, postId);
    if (!post) throw postNotFound();
    if (post.warning_by_admin)
      throw new Problem(
        'permission-denied',
        'Esta advertencia la puso la administración: no se puede cambiar.',
      );
    if (isSame(post, warning)) return;
    await setWarning(tx, postId, { warning, byAdmin: false });
    tx.fact({ type: 'post-edited', postId });
  });
}

/**
 * Sets or lifts a warning that the author cannot lift. The author is notified only when it is set.
 * Idempotent.
 * @throws Problem `not-found`; `permission-denied` for another kind, and to lift the author's own warning
 */
export async function setWarningAsAdmin(
  { transaction }: Writes,
  uid: string,
  { postId, warning, site }: Input<'setPostWarning'> & { site: string },
): Promise<void> {
  if (warning && warning.kind !== 'sensible') throw new Problem('permission-denied');
  await transaction(async (tx) => {
    const post = isId(postId) ? await lockPostWarning(tx, postId) : null;
    if (!post) throw postNotFound();
    const isByAdmin = post.warning_by_admin;
    if (!warning && !isByAdmin && post.warning_kind !== null) throw new Problem('permission-denied');
    if (isByAdmin === (warning !== null)) return;
    const [owner] = await findUsers(tx, [post.owner_uid]);
    if (!owner || owner.leaving) throw postNotFound();
    await setWarning(tx, postId, { warning: warning && newWarning(warning), byAdmin: warning !== null });
    await writeAudit(tx, tx.at, {
      actor: { uid },
      action: warning ? 'cover-set' : 'cover-lifted',
      target: {
        kind: 'post',
        id: postId,
        label: [displayHandle(owner.handle), post.text].filter(Boolean).join(': '),
      },
    });
    if (warning) tx.notify({ uid: post.owner_uid, type: 'cover-set', actorUid: null, postId, site });
    tx.fact({ type: 'post-edited', postId });
  });
}

function isSame(post: WarnedPost, warning: StoredWarning | null): boolean {
  return post.warning_kind === (warning?.kind ?? null) && post.warning_label === (warning?.label ?? null);
}
