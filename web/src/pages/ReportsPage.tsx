import { Link, useSearchParams } from 'wouter';

import { ReportQueue } from '../features/reports/ReportQueue.tsx';
import type { ReportFilter } from '../features/reports/use-reports.ts';
import { useProofVisit } from '../features/session/admin-proof.ts';
import { TitleBar } from '../ui/TitleBar.tsx';

const filters: readonly ReportFilter[] = ['waiting', 'new', 'reviewing', 'upheld', 'dismissed'];

/** /admin/reportes: the reports. The filter is in the address. */
export function ReportsPage() {
  useProofVisit();
  const [search, setSearch] = useSearchParams();
  const filter = filters.find((name) => name === search.get('estado')) ?? 'waiting';
  const show = (next: ReportFilter) =>
    setSearch(next === 'waiting' ? {} : { estado: next }, { replace: true });
  return (
    <>
      <TitleBar title="Reportes" action={<Link href="/admin">Administración</Link>} />
      <ReportQueue filter={filter} onFilter={show} />
    </>
  );
}
