import { expect, test } from 'vitest';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { sampleComment as comment } from './sample-comment.ts';
import { moreReplies, threadsOf } from './threads.ts';

const shape = (comments: readonly Comment[], answering: ReadonlySet<string> = new Set()) =>
  threadsOf(comments, answering).map(({ root, replies }) => [
    root?.id ?? null,
    replies.map(({ id }) => id).join(''),
  ]);

test('replies hang under their root, also replies to replies', () => {
  const list = [
    comment('a'),
    comment('b'),
    comment('c', { replyTo: 'a', rootId: 'a' }),
    comment('d', { replyTo: 'c', rootId: 'a' }),
  ];
  expect(shape(list)).toEqual([
    ['a', 'cd'],
    ['b', ''],
  ]);
});

test('replies whose root the viewer does not see stand on their own', () => {
  expect(shape([comment('b'), comment('c', { replyTo: 'a', rootId: 'a' })])).toEqual([
    ['b', ''],
    [null, 'c'],
  ]);
});

test('a deleted comment stays only while it has replies', () => {
  const reply = comment('b', { replyTo: 'a', rootId: 'a' });
  expect(shape([comment('a', { deleted: true }), reply])).toEqual([['a', 'b']]);
  expect(shape([comment('a', { deleted: true }), { ...reply, deleted: true }])).toEqual([]);
  expect(shape([comment('a'), { ...reply, deleted: true }])).toEqual([['a', '']]);
});

test('a deleted comment stays also while the user answers it', () => {
  const [root, reply] = [comment('a', { deleted: true }), comment('b', { rootId: 'a', deleted: true })];
  expect(shape([root, reply], new Set(['a']))).toEqual([['a', '']]);
  expect(shape([root, reply], new Set(['b']))).toEqual([['a', 'b']]);
});

test('one further reply is named as one', () => {
  expect([moreReplies(1), moreReplies(12)]).toEqual(['Ver 1 respuesta más', 'Ver 12 respuestas más']);
});
