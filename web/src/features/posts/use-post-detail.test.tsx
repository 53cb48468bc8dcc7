// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem, type ProblemCode } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { usePostDetail } from './use-post-detail.ts';

function Detail({ id }: { id: string }) {
  return <p>{usePostDetail(id).state}</p>;
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each<[ProblemCode, string]>([
  ['not-found', 'missing'],
  ['invalid-argument', 'missing'],
  ['permission-denied', 'failed'],
])('a post that is refused as %s is %s', async (code, state) => {
  fakeServer({
    getPost: () => {
      throw new Problem(code);
    },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Detail id={'x'.repeat(300)} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(state)).toBeTruthy();
});
