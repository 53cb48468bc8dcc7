import { type Actor, userTarget, writeAudit } from '../../audit/actions/audit.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { UserRow } from '../../people/store/users.ts';
import { deleteAdmin, insertAdmin } from '../../sessions/store/admins.ts';

export async function setAdmin(
  { transaction }: Writes,
  by: Actor,
  user: UserRow,
  admin: boolean,
): Promise<boolean> {
  return transaction(async (tx) => {
    const { at } = tx;
    const hasChanged = admin ? await insertAdmin(tx, user.uid, at) : await deleteAdmin(tx, user.uid);
    if (!hasChanged) return false;
    await writeAudit(tx, at, {
      actor: by,
      action: admin ? 'admin-granted' : 'admin-revoked',
      target: userTarget(user),
    });
    return true;
  });
}
