import type { AuditAction } from '../../../../contract/src/calls/admin.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { cutText } from '../../../../contract/src/rules/text.ts';
import { newId } from '../../kernel/ids.ts';
import type { UserRow } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type AuditTarget, insertAudit } from '../store/audit.ts';

/** A uid of null is the operator on the command line. */
export type Actor = { readonly uid: string | null };

export type AuditEntry = {
  actor: Actor;
  action: AuditAction;
  /** `label` is readable: an @handle, the beginning of a text. */
  target: { kind: AuditTarget; id: string; label?: string };
  note?: string;
};

export function userTarget({ uid, handle, display_name: name }: UserRow): AuditEntry['target'] {
  return { kind: 'user', id: uid, label: displayHandle(handle) || name };
}

/** Call it in the transaction of the action. */
export async function writeAudit(tx: Database, at: Date, entry: AuditEntry): Promise<void> {
  const { actor, action, target, note = '' } = entry;
  await insertAudit(tx, {
    id: newId(at),
    at,
    actor_uid: actor.uid,
    action,
    target_kind: target.kind,
    target_id: target.id,
    target_label: cutText(target.label ?? '', 200),
    note: cutText(note, 1000),
  });
}
