import { AuditLog } from '../features/admin/AuditLog.tsx';
import { LatestPosts } from '../features/admin/LatestPosts.tsx';
import { Section } from '../features/admin/Section.tsx';
import { Totals } from '../features/admin/Totals.tsx';
import { Users } from '../features/admin/Users.tsx';
import { WaitingReports } from '../features/reports/WaitingReports.tsx';

export function AdminPage() {
  return (
    <>
      <Totals />
      <Section title="Reportes">
        <WaitingReports />
      </Section>
      <Users />
      <LatestPosts />
      <AuditLog />
    </>
  );
}
