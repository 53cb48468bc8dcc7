import { AuditLog } from '../features/admin/AuditLog.tsx';
import { LatestPosts } from '../features/admin/LatestPosts.tsx';
import { Totals } from '../features/admin/Totals.tsx';
import { Users } from '../features/admin/Users.tsx';
import { useProofVisit } from '../features/session/admin-proof.ts';

export function AdminPage() {
  useProofVisit();
  return (
    <>
      <Totals />
      <Users />
      <LatestPosts />
      <AuditLog />
    </>
  );
}
