import { reportStates } from '../../../../contract/src/rules/reports.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { LoadMore } from '../posts/LoadMore.tsx';
import { ReportEntry } from './ReportEntry.tsx';
import { ReportFilterField } from './ReportFilterField.tsx';
import { type ReportFilter, useReports } from './use-reports.ts';

import styles from './ReportQueue.module.css';

type Props = { filter: ReportFilter; onFilter: (filter: ReportFilter) => void };

/** What was reported, for the admins to look at and decide. */
export function ReportQueue({ filter, onFilter }: Props) {
  const list = useReports(filter);
  const pages = list.data?.pages;
  const reports = pages?.flatMap(({ items }) => items);
  return (
    <>
      <ReportFilterField filter={filter} waiting={pages?.at(-1)?.waiting} onFilter={onFilter} />
      {list.isPending && <PageLoading />}
      {list.isError && !reports && (
        <ErrorState onRetry={() => void list.refetch()} busy={list.isFetching}>
          No se pudieron cargar los reportes.
        </ErrorState>
      )}
      {reports?.length === 0 && <EmptyState>{emptyText(filter)}</EmptyState>}
      <ul aria-label="Reportes" className={styles.list}>
        {reports?.map((report) => (
          <ReportEntry key={report.id} report={report} />
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}

function emptyText(filter: ReportFilter): string {
  if (filter === 'waiting') return 'No hay reportes sin resolver.';
  return `No hay reportes en «${reportStates[filter]}».`;
}
