import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import type { ReportState } from '../../../../contract/src/rules/reports.ts';
import { query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportsKey } from '../../api/query-keys.ts';

/** `waiting`: all undecided reports. */
export type ReportFilter = ReportState | 'waiting';

type ReportPage = Output<'adminListReports'>;

export function useReports(filter: ReportFilter) {
  return useInfiniteQuery({
    queryKey: reportsKey(filter),
    queryFn: ({ pageParam, signal }) => {
      const state = filter === 'waiting' ? undefined : filter;
      return query('adminListReports', { state, cursor: pageParam ?? undefined }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: ReportPage) => page.cursor,
    staleTime: 0,
  });
}

/** The report stays in place until the lists are re-read. */
export function updateReport(report: ReportCase): void {
  changeReports((other) => (other.id === report.id ? report : other));
  void queryClient.invalidateQueries({ queryKey: reportsKey(), refetchType: 'none' });
}

export function changeReports(change: (report: ReportCase) => ReportCase): void {
  queryClient.setQueriesData<InfiniteData<ReportPage>>(
    { queryKey: reportsKey() },
    (list) => list && { ...list, pages: list.pages.map((page) => changePage(page, change)) },
  );
}

export async function rereadReports(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: reportsKey() });
}

function changePage(page: ReportPage, change: (report: ReportCase) => ReportCase): ReportPage {
  const waiting = { ...page.waiting };
  const items = page.items.map((report) => {
    const next = change(report);
    if (isWaiting(report.state)) waiting[report.state]--;
    if (isWaiting(next.state)) waiting[next.state]++;
    return next;
  });
  return { ...page, items, waiting };
}

function isWaiting(state: ReportState): state is 'new' | 'reviewing' {
  return state === 'new' || state === 'reviewing';
}
