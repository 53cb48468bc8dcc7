import { expect, test } from 'vitest';

import { mergeComments } from './merge-comments.ts';
import { sampleComment } from './sample-comment.ts';

const comment = (id: string, second: number) =>
  sampleComment(id, { createdAt: `2026-11-21T12:00:${String(second).padStart(2, '0')}.000Z` });

test('a comment that was appended before its page came is listed once, at its place in time', () => {
  const pages = [
    { items: [comment('a', 1), comment('mine', 9)] },
    { items: [comment('b', 2), comment('mine', 9)] },
  ];
  expect(mergeComments(pages).map((c) => c.id)).toEqual(['a', 'b', 'mine']);
});

test('comments of the same instant stand in the order of their ids', () => {
  expect(mergeComments([{ items: [comment('b', 1), comment('a', 1)] }]).map((c) => c.id)).toEqual(['a', 'b']);
});
