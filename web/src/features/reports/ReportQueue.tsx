import { reportStates } from '../../../../contract/src/rules/reports.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { loadMoreWithProof } from '../session/proof/admin-proof.ts';
import { AdminErrorState, hasFailedRead } from '../session/proof/AdminErrorState.tsx';
import { ReportEntry } from './ReportEntry.tsx';
import { ReportFilterField } from './ReportFilterField.tsx';
import { type ReportFilter, useReports } from './use-reports.ts';

import styles from './ReportQueue.module.css';

type Props = { filter: ReportFilter; onFilter: (filter: ReportFilter) => void };

export function ReportQueue({ filter, onFilter }: Props) {
  const list = useReports(filter);
  const pages = list.data?.pages;
  const hasFailed = hasFailedRead(list);
  const reports = pages?.flatMap(({ items }) => items);
  return (
    <>
      <ReportFilterField filter={filter} waiting={pages?.at(-1)?.waiting} onFilter={onFilter} />
      {list.isPending && <PageLoading />}
      {hasFailed && <AdminErrorState list={list}>No se pudieron cargar los reportes.</AdminErrorState>}
      {!hasFailed && reports?.length === 0 && <EmptyState>{emptyText(filter)}</EmptyState>}
      <ul aria-label="Reportes" className={styles.list}>
        {reports?.map((report) => (
          <ReportEntry key={report.id} report={report} />
        ))}
      </ul>
      <LoadMore list={list} onLoad={() => void loadMoreWithProof(list)} />
    </>
  );
}

function emptyText(filter: ReportFilter): string {
  if (filter === 'waiting') return 'No hay reportes sin resolver.';
  return `No hay reportes en «${reportStates[filter]}».`;
}
