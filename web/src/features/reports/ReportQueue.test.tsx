// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { ReportQueue } from './ReportQueue.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a queue that an admin may no longer read asks for the proof, also after an earlier visit', async () => {
  let isProved = true;
  fakeServer({
    adminListReports: () => {
      if (!isProved)
        throw new Problem('permission-denied', 'Confirmá que sos vos.', { reason: 'sign-in-again' });
      return { items: [], cursor: null, waiting: { new: 0, reviewing: 0 } };
    },
  });
  const visit = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <ReportQueue filter="waiting" onFilter={() => undefined} />
      </QueryClientProvider>,
    );
  const { unmount } = visit();
  await screen.findByText('No hay reportes sin resolver.');
  unmount();
  isProved = false;
  await queryClient.invalidateQueries();
  visit();
  await waitFor(() => expect(screen.getByText('Para ver esto, confirmá que sos vos.')).toBeTruthy());
  expect(screen.queryByText('No hay reportes sin resolver.')).toBeNull();
});
