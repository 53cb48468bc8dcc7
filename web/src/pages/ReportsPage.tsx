import { Link, useSearchParams } from 'wouter';

import { ReportQueue } from '../features/reports/ReportQueue.tsx';
import type { ReportFilter } from '../features/reports/use-reports.ts';
import { useProofVisit } from '../features/session/admin-proof.ts';

import styles from './ReportsPage.module.css';

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
      <header className={styles.head}>
        <h1 className={styles.title}>Reportes</h1>
        <Link href="/admin">Administración</Link>
      </header>
      <ReportQueue filter={filter} onFilter={show} />
    </>
  );
}
