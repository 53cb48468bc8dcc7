import { afterEach, expect, test } from 'vitest';

import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { holdNextPage } from '../../api/held-next-page.ts';
import { queryClient } from '../../api/query-client.ts';
import { reportsKey } from '../../api/query-keys.ts';
import { updateReport } from './use-reports.ts';

const reportOf = (id: string, state: ReportCase['state'] = 'new') => ({ id, state }) as ReportCase;

afterEach(() => queryClient.clear());

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

test('a next page on its way does not undo a decision', async () => {
  const waiting = { new: 1, reviewing: 0 };
  const key = reportsKey('waiting');
  const release = holdNextPage(key, { items: [reportOf('b')], cursor: 'next', waiting });
  updateReport(reportOf('b', 'upheld'));
  await release({ items: [reportOf('a', 'reviewing')], cursor: 'end', waiting });
  const list = queryClient.getQueryData<{ pages: { items: ReportCase[] }[] }>(key);
  expect(list?.pages.flatMap(({ items }) => items).map(({ state }) => state)).toEqual([
    'upheld',
    'reviewing',
  ]);
});
