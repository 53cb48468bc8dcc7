// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { ReportCase } from '../../../../contract/src/calls/reports.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { postListKey, profileKey, reportsKey } from '../../api/query-keys.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { addReportNote, decideReport, setReportedSuspended } from './handle-report.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each([
  ['decided', (report: ReportCase) => decideReport(report, 'dismissed', '')],
  ['noted', (report: ReportCase) => addReportNote(report, 'Reincide')],
])('a report that went with its author’s account and is %s makes the queue be read again', async (_, act) => {
  const refuse = () => {
    throw new Problem('not-found', 'Reporte no encontrado.');
  };
  fakeServer({ adminDecideReport: refuse, adminAddReportNote: refuse });
  const key = reportsKey('waiting');
  queryClient.setQueryData(key, { pages: [], pageParams: [] });
  const success = act({ id: 'r' } as ReportCase);
  await expect.poll(() => notices.read().questions[0]?.message).toBe('Reporte no encontrado.');
  notices.read().questions[0]?.answer('');
  expect(await success).toBe(false);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test('a suspension from the queue makes what the author published be read again, and leaves the queue', async () => {
  fakeServer({ adminSetUserSuspended: () => ({ user: {} as never }) });
  const [profile, posts, queue] = [profileKey('u'), postListKey('profile', 'u'), reportsKey('waiting')];
  for (const key of [profile, posts, queue]) queryClient.setQueryData(key, { pages: [], pageParams: [] });
  const done = setReportedSuspended({ author: { uid: 'u', displayName: 'Barra' } } as ReportCase, true);
  await expect.poll(() => notices.read().questions[0]?.message).toMatch(/^¿Suspender a Barra\?/);
  notices.read().questions[0]?.answer('');
  await done;
  const isStale = [profile, posts, queue].map((key) => queryClient.getQueryState(key)?.isInvalidated);
  expect(isStale).toEqual([true, true, false]);
});
