// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Poll } from '../../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../../contract/src/problem.ts';
import { fakeServer } from '../../../api/fake-server.ts';
import { clearPosts, putPosts, usePost } from '../../../api/post-cache.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { notices } from '../../../ui/overlays/notices.ts';
import { PollCard } from './PollCard.tsx';

const now = new Date('2026-11-21T12:00:00.000Z');
const options = (yes: number, no: number) => ({
  a: { text: 'Sí', votes: yes },
  b: { text: 'No', votes: no },
});
const poll: Poll = {
  options: options(3, 1),
  order: ['a', 'b'],
  totalVotes: 4,
  closesAt: '2026-11-21T12:01:00.000Z',
};

function PollOfPost() {
  const post = usePost('p');
  if (!post?.poll) return null;
  return <PollCard id="poll" postId="p" poll={post.poll} ownVote={post.viewer.vote} pending={false} />;
}

function show(): void {
  putPosts([samplePost('p', { poll })], 0);
  render(<PollOfPost />);
}

const option = (name: RegExp) => screen.getByRole('button', { name });
const toasts = () => notices.read().toasts.map(({ message }) => message);
// Reading a refusal and re-reading the post take several rounds of microtasks.
const settle = () => act(() => vi.advanceTimersByTimeAsync(50));

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => {
  cleanup();
  clearPosts();
  for (const { id } of notices.read().toasts) notices.dismiss(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a poll shows its shares before anybody votes', () => {
  show();
  expect(option(/Sí\s*75%/)).toBeTruthy();
  expect(option(/No\s*25%/)).toBeTruthy();
});

test('a vote counts at once, and the answer of the server replaces the guess', async () => {
  const answer = Promise.withResolvers<{ poll: Poll }>();
  const calls = fakeServer({ votePoll: () => answer.promise });
  show();
  option(/No/).focus();
  fireEvent.click(option(/No/));
  expect(option(/No\s*40%/).getAttribute('aria-pressed')).toBe('true');
  expect(document.activeElement).toBe(option(/No/));
  expect(option(/No/).hasAttribute('disabled')).toBe(false);
  fireEvent.click(option(/Sí/));
  expect(option(/Sí/).getAttribute('aria-disabled')).toBe('true');

  answer.resolve({ poll: { ...poll, options: options(5, 5), totalVotes: 10 } });
  await settle();
  expect(option(/No\s*50%/).getAttribute('aria-pressed')).toBe('true');
  expect(calls.map(({ input }) => input)).toEqual([{ postId: 'p', optionId: 'b' }]);
});

test('a vote that fails is taken back, and a toast says so', async () => {
  fakeServer({
    votePoll: () => {
      throw new Problem('unavailable');
    },
  });
  show();
  fireEvent.click(option(/No/));
  await settle();
  expect(option(/No\s*25%/).getAttribute('aria-pressed')).toBe('false');
  expect(option(/No/).hasAttribute('aria-disabled')).toBe(false);
  expect(toasts()).toEqual(['No se pudo registrar tu voto.']);
});

test('a vote that arrived although its answer was lost stays, without a toast', async () => {
  const viewer = { liked: false, reposted: false, saved: false, vote: 'b' as const };
  fakeServer({
    votePoll: () => {
      throw new Problem('already-exists');
    },
    getPost: () => ({
      post: samplePost('p', { poll: { ...poll, options: options(3, 2), totalVotes: 5 }, viewer }),
    }),
  });
  show();
  fireEvent.click(option(/No/));
  await settle();
  expect(option(/No\s*40%/).getAttribute('aria-pressed')).toBe('true');
  expect(toasts()).toEqual([]);
});

test('a poll closes by itself when its time comes', async () => {
  show();
  expect(option(/Sí/).hasAttribute('aria-disabled')).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(option(/Sí/).getAttribute('aria-disabled')).toBe('true');
  expect(option(/No/).getAttribute('aria-disabled')).toBe('true');
});

test('before the vote an option is a choice, after it a result whose leader stands out', async () => {
  fakeServer({ votePoll: () => ({ poll: { ...poll, options: options(3, 2), totalVotes: 5 } }) });
  show();
  const group = screen.getByRole('group', { name: 'Encuesta' });
  expect(group.dataset['decided']).toBeUndefined();
  fireEvent.click(option(/No/));
  expect(group.dataset['decided']).toBe('true');
  await settle();
  expect(option(/Sí/).className).toContain('leads');
  expect(option(/No/).className).not.toContain('leads');
});

test('an open poll says how long it stays open, beside its fixed line', async () => {
  show();
  expect(screen.getByText('4 votos · abierta')).toBeTruthy();
  expect(screen.getByText('queda 1 min')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(screen.getByText('4 votos · cerrada')).toBeTruthy();
  expect(screen.queryByText(/^queda/)).toBeNull();
});
