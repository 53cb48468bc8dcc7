// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import type { Comment, Profile } from '../../../../contract/src/calls/shapes.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { holdNextPage } from '../../api/held-next-page.ts';
import { clearPosts, findPost, putPosts } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentsKey, commentThreadKey } from '../../api/query-keys.ts';
import { samplePost } from '../../api/sample-post.ts';
import { session } from '../session/session-store.ts';
import {
  type CommentPage,
  type CommentPages,
  type CommentThreadAnswer,
  patchComment,
  readLists,
} from './comment-lists.ts';
import { sampleComment as comment } from './sample-comment.ts';
import { sendComment } from './use-comments.ts';
import { readNewComments } from './watch-comments.ts';

const signedOut = session.read();
const signIn = (uid: string) =>
  session.write({ ...signedOut, status: 'signed-in', user: { uid } as Profile });

afterEach(() => {
  queryClient.clear();
  clearPosts();
  session.write(signedOut);
  vi.unstubAllGlobals();
});

/** A server with the comments of the post 'p', two to a page, and a page that has read some of them. */
function open(
  comments: string[],
  { pages = 1, thread }: { pages?: number; thread?: CommentThreadAnswer } = {},
) {
  const server = { comments: comments.map((id) => comment(id)), thread, sending: Promise.resolve() };
  const pageFrom = (start: number): CommentPage => ({
    items: server.comments.slice(start, start + 2),
    cursor: server.comments.length > start + 2 ? String(start + 2) : null,
    commentsCount: server.comments.length,
  });
  const calls = fakeServer({
    getComments: async ({ cursor }) => {
      const page = pageFrom(Number(cursor ?? 0));
      await server.sending;
      return page;
    },
    getCommentThread: () => server.thread ?? { root: null, replies: [], found: false },
    addComment: ({ text }) => {
      server.comments.push(comment(text));
      return { comment: comment(text), commentsCount: server.comments.length };
    },
  });
  signIn('mora');
  putPosts([samplePost('p', { commentsCount: comments.length })], performance.now());
  queryClient.setQueryData<CommentPages>(commentsKey('p'), {
    pages: Array.from({ length: pages }, (_, n) => pageFrom(2 * n)),
    pageParams: Array.from({ length: pages }, (_, n) => (n === 0 ? null : String(2 * n))),
  });
  if (thread) queryClient.setQueryData(commentThreadKey('p', 'a'), thread);
  const look = () => readNewComments('p', thread ? 'a' : null, new AbortController().signal);
  return { server, calls, look };
}

const write = (text: string) => sendComment({ postId: 'p', text }, text);
const ids = (comments: readonly Comment[] | undefined) => comments?.map(({ id }) => id).join('') ?? '';
const listedIds = () => ids(readLists('p', null).list?.pages.flatMap(({ items }) => items));
const own = () => ids(readLists('p', null).own);
const count = () => findPost('p')?.commentsCount;

test.each([[['a', 'b']], [['a', 'b', 'c', 'd', 'e']]])(
  'a user’s own comment under %j stays until a page holds it',
  async (before) => {
    const { look } = open(before);
    await write('m');
    await look();
    expect([listedIds(), own(), count()]).toEqual(['ab', 'm', before.length + 1]);
    const { list } = readLists('p', null);
    queryClient.setQueryData<CommentPages>(commentsKey('p'), {
      pages: [...list!.pages, { items: [comment('m')], cursor: null }],
      pageParams: [null, String(before.length)],
    });
    await look();
    expect([listedIds(), own(), count()]).toEqual(['abm', '', before.length + 1]);
  },
);

test('a comment that is answered after somebody else has signed in is not shown as theirs', async () => {
  open(['a']);
  const sent = write('m');
  signIn('nico');
  await sent;
  expect([own(), count()]).toEqual(['', 1]);
});

test('after the next read an own comment is in its page', async () => {
  const { look } = open(['a']);
  await write('m');
  expect([listedIds(), own(), count()]).toEqual(['a', 'm', 2]);
  await look();
  expect([listedIds(), own(), count()]).toEqual(['am', '', 2]);
});

test('the next read drops an own comment that somebody deleted before', async () => {
  const { server, look } = open(['a']);
  await look();
  await write('m');
  server.comments.pop();
  await look();
  expect([listedIds(), own()]).toEqual(['a', '']);
});

test('the count is the server’s, even when the list is older than the post', async () => {
  const { server, look } = open(['a']);
  server.comments.push(comment('b'));
  putPosts([samplePost('p', { commentsCount: 2 })], performance.now());
  await look();
  expect([listedIds(), count()]).toEqual(['ab', 2]);
});

test('an answer older than an own comment changes neither list nor count', async () => {
  const { server, look } = open(['a']);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.sending = promise;
  const looking = look();
  await write('m');
  resolve();
  await looking;
  expect([listedIds(), own(), count()]).toEqual(['a', 'm', 2]);
});

test('only the last page is read again, and not sent while it is the same', async () => {
  const { calls, look } = open(['a', 'b', 'c'], { pages: 2 });
  const answers = async () => {
    await look();
    const { input, isUnchanged } = calls.at(-1)!;
    return [input, isUnchanged];
  };
  const input = { postId: 'p', cursor: '2' };
  expect(await answers()).toEqual([input, undefined]);
  expect(await answers()).toEqual([input, true]);
  patchComment('p', 'c', (found) => ({ ...found, likesCount: 1 }));
  expect(await answers()).toEqual([input, undefined]);
  expect(readLists('p', null).list?.pages[1]?.items[0]).not.toHaveProperty('likesCount');
});

test('a next page on its way does not undo a like', async () => {
  const page = (id: string, cursor: string | null) => ({ items: [comment(id)], cursor, commentsCount: 2 });
  const release = holdNextPage<CommentPage>(commentsKey('p'), page('a', 'c'));
  patchComment('p', 'a', (found) => ({ ...found, likesCount: 1 }));
  await release(page('b', null));
  expect(listedIds()).toBe('ab');
  expect(readLists('p', null).list?.pages[0]?.items[0]).toMatchObject({ likesCount: 1 });
});

test('the thread of the address is read again: a deleted reply goes, a new one comes', async () => {
  const reply = (id: string) => comment(id, { rootId: 'a', replyTo: 'a' });
  const thread = { root: comment('a'), replies: [reply('r')], found: true };
  const { server, calls, look } = open(['x', 'y', 'z'], { thread });
  const replies = () => ids(readLists('p', 'a').thread?.replies);
  server.thread = { ...thread, replies: [reply('s')] };
  await look();
  expect([replies(), readLists('p', 'a').thread?.found]).toEqual(['s', true]);
  await look();
  expect(calls.filter(({ name }) => name === 'getCommentThread').map((call) => call.isUnchanged)).toEqual([
    undefined,
    true,
  ]);
  server.thread = undefined;
  await look();
  expect([replies(), readLists('p', 'a').thread?.found]).toEqual(['', false]);
});
