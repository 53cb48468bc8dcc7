import { expect, test } from 'vitest';

import type { Poll } from '../../../../../contract/src/calls/shapes.ts';
import { samplePost } from '../../../api/sample-post.ts';
import { withVote } from './vote.ts';

const poll: Poll = {
  options: { a: { text: 'Sí', votes: 3 }, b: { text: 'No', votes: 1 } },
  order: ['a', 'b'],
  totalVotes: 4,
  closesAt: null,
};
const viewer = { liked: true, reposted: false, saved: false, vote: null };

test('a vote counts for its option and in the total, and is the viewer’s own', () => {
  expect(withVote(samplePost('p', { poll, viewer }), 'b')).toMatchObject({
    poll: { options: { a: { votes: 3 }, b: { votes: 2 } }, totalVotes: 5 },
    viewer: { liked: true, vote: 'b' },
  });
});

test('a vote that is counted already is not counted twice', () => {
  const voted = samplePost('p', { poll, viewer: { ...viewer, vote: 'a' } });
  expect(withVote(voted, 'b')).toBe(voted);
});

test('without a poll or without that option nothing changes', () => {
  const plain = samplePost('p');
  expect(withVote(plain, 'a')).toBe(plain);
  const small = samplePost('p', { poll });
  expect(withVote(small, 'd')).toBe(small);
});
