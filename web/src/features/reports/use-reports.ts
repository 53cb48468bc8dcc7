import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import type { ReportState } from '../../../../contract/src/rules/reports.ts';
import { query } from '../../api/client.ts';
import { changeQueries, queryClient } from '../../api/query-client.ts';
import { reportsKey } from '../../api/query-keys.ts';

/** `waiting`: all undecided reports. */
export const reportFilters = ['waiting', 'new', 'reviewing', 'upheld', 'dismissed'] as const;
export type ReportFilter = (typeof reportFilters)[number];

/** `waiting` for an unknown name. */
export function reportFilterOf(name: string | null): ReportFilter {
  return reportFilters.find((filter) => filter === name) ?? 'waiting';
}

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
  changeQueries<InfiniteData<ReportPage>>({ queryKey: reportsKey() }, (list) => ({
    ...list,
    pages: changePages(list.pages, change),
  }));
}

export async function rereadReports(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: reportsKey() });
}

// The counts are those of the whole queue, and each page has a copy.
function changePages(
  before: readonly ReportPage[],
  change: (report: ReportCase) => ReportCase,
): ReportPage[] {
  const pages = before.map((page) => ({ ...page, items: page.items.map(change) }));
  const added = (state: ReportState) => countIn(pages, state) - countIn(before, state);
  const waitingNow = ({ waiting }: ReportPage) => ({
    new: waiting.new + added('new'),
    reviewing: waiting.reviewing + added('reviewing'),
  });
  return pages.map((page) => Object.assign(page, { waiting: waitingNow(page) }));
}

function countIn(pages: readonly ReportPage[], state: ReportState): number {
  return pages.flatMap(({ items }) => items).filter((report) => report.state === state).length;
}
