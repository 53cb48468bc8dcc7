import { expect, test } from 'vitest';

import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportsKey } from '../../api/query-keys.ts';
import { updateReport } from './use-reports.ts';

const reportOf = (id: string, state: ReportCase['state'] = 'new') => ({ id, state }) as ReportCase;

test('a decision on the first page lowers the count of the waiting reports that the last page gave', () => {
  const waiting = { new: 2, reviewing: 1 };
  const key = reportsKey('waiting');
  const pages = [
    { items: [reportOf('b'), reportOf('c', 'reviewing')], cursor: 'next', waiting },
    { items: [reportOf('a')], cursor: null, waiting },
  ];
  queryClient.setQueryData(key, { pages, pageParams: [null, 'next'] });
  const countsNow = () => queryClient.getQueryData<{ pages: typeof pages }>(key)?.pages.at(-1)?.waiting;
  updateReport(reportOf('b', 'reviewing'));
  expect(countsNow()).toEqual({ new: 1, reviewing: 2 });
  updateReport(reportOf('c', 'dismissed'));
  expect(countsNow()).toEqual({ new: 1, reviewing: 1 });
});
