import { useSearchParams } from 'wouter';

import { ReportQueue } from '../features/reports/ReportQueue.tsx';
import { type ReportFilter, reportFilterOf } from '../features/reports/use-reports.ts';
import { useProofVisit } from '../features/session/proof/admin-proof.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

export function ReportsPage() {
  useProofVisit();
  const [search, setSearch] = useSearchParams();
  const filter = reportFilterOf(search.get('estado'));
  const show = (next: ReportFilter) =>
    setSearch(next === 'waiting' ? {} : { estado: next }, { replace: true });
  return (
    <>
      <TitleBar
        title="Reportes"
        action={
          <ButtonLink href="/admin" size="small" variant="quiet">
            Administración
          </ButtonLink>
        }
      />
      <ReportQueue filter={filter} onFilter={show} />
    </>
  );
}
