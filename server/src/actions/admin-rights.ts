import { displayHandle } from '../../../contract/src/rules/handles.ts';
import { deleteAdmin, insertAdmin } from '../store/admins.ts';
import type { UserRow } from '../store/users.ts';
import { type Actor, writeAudit } from './audit.ts';
import type { Writes } from './writes.ts';

/** Makes somebody an admin, or takes that away. @returns false when it was so already */
export async function setAdmin(
  { db, now }: Writes,
  by: Actor,
  { uid, handle, display_name: name }: UserRow,
  admin: boolean,
): Promise<boolean> {
  const at = now();
  return db.transaction(async (tx) => {
    const changed = admin ? await insertAdmin(tx, uid, at) : await deleteAdmin(tx, uid);
    if (!changed) return false;
    await writeAudit(tx, at, {
      actor: by,
      action: admin ? 'admin-granted' : 'admin-revoked',
      target: { kind: 'user', id: uid, label: displayHandle(handle) || name },
    });
    return true;
  });
}
