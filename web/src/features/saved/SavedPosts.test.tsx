// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { clearPosts, putPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { samplePost } from '../../api/sample-post.ts';
import { joinReactions } from '../posts/actions/reaction-tabs.ts';
import { save } from '../posts/actions/reactions.ts';
import { SavedPosts } from './SavedPosts.tsx';

type SavedPage = Output<'getSavedPosts'>;

const saved = (id: string) =>
  samplePost(id, { viewer: { liked: false, reposted: false, saved: true, vote: null } });
const pageOf = (ids: string[], total: number): SavedPage => ({
  items: ids.map(saved),
  cursor: ids.length < total ? 'c' : null,
  total,
});
const reactions = { likesCount: 0, repostsCount: 0, liked: false, reposted: false };

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SavedPosts />
    </QueryClientProvider>,
  );

afterEach(() => {
  cleanup();
  queryClient.clear();
  clearPosts();
  vi.unstubAllGlobals();
});

test('the count follows a post below the loaded ones that another tab no longer saves', async () => {
  let total = 1_300;
  fakeServer({ getSavedPosts: () => pageOf(['3', '2'], total) });
  const leave = joinReactions('lucia');
  show();
  await screen.findByText('Guardados (1.300)');
  total = 1_299;
  const otherTab = new BroadcastChannel('tablon.reactions.lucia');
  otherTab.postMessage({ wish: 'save', postId: '1', answer: { ...reactions, saved: false } });
  expect(await screen.findByText('Guardados (1.299)')).toBeDefined();
  otherTab.close();
  leave();
});

test('a post that was saved just before the list was opened is in it', async () => {
  const early = Promise.withResolvers<SavedPage>();
  const answers = [early.promise, pageOf(['2', '1'], 2)];
  const confirmed = Promise.withResolvers<void>();
  fakeServer({
    getSavedPosts: () => answers.shift() ?? pageOf([], 0),
    savePost: async () => {
      await confirmed.promise;
      return { ...reactions, saved: true };
    },
  });
  putPosts([samplePost('2')], 0);
  const saving = save('2', true);
  show();
  await vi.waitUntil(() => answers.length === 1);
  early.resolve(pageOf(['1'], 1));
  await screen.findByText('Guardados (1)');
  confirmed.resolve();
  await saving;
  expect(await screen.findByText('Guardados (2)')).toBeDefined();
});
