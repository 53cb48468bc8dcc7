import { beforeEach, expect, test } from 'vitest';

import type { PostView } from '../../../contract/src/calls/shapes.ts';
import {
  clearPosts,
  findPost,
  findQuoted,
  forgetPost,
  hidePost,
  overlayPost,
  putPosts,
  updatePostPoll,
  settlePost,
} from './post-cache.ts';
import { renameAuthor } from './rename-author.ts';
import { samplePost } from './sample-post.ts';

const quotedPost = (id: string, text: string) => ({
  ...samplePost(id, { text }),
  quoted: null,
  repostedBy: null,
});

const withLike = (post: ReturnType<typeof samplePost>) => ({
  ...post,
  likesCount: post.likesCount + 1,
  viewer: { ...post.viewer, liked: true },
});

beforeEach(() => clearPosts());

test('gives the ids of an answer in its order', () => {
  expect(putPosts([samplePost('b'), samplePost('a')], 0)).toEqual(['b', 'a']);
});

test('keeps an overlay over fresh answers until it is settled', () => {
  putPosts([samplePost('a', { likesCount: 3 })], 0);
  overlayPost('a', withLike);
  putPosts([samplePost('a', { likesCount: 7 })], performance.now());
  expect(findPost('a')).toMatchObject({ likesCount: 8, viewer: { liked: true } });
});

test('shows the confirmed state when an overlay is removed', () => {
  putPosts([samplePost('a', { likesCount: 3 })], 0);
  overlayPost('a', withLike);
  overlayPost('a', null);
  expect(findPost('a')).toMatchObject({ likesCount: 3, viewer: { liked: false } });
});

test('an answer requested before an edit does not bring the old text back', () => {
  putPosts([samplePost('a', { text: 'Antes' })], 0);
  const askedAt = performance.now() - 1;
  settlePost('a', (post) => ({ ...post, text: 'Después', editedAt: '2026-11-21T12:05:00.000Z' }));
  putPosts([samplePost('a', { text: 'Antes' })], askedAt);
  expect(findPost('a')?.text).toBe('Después');
});

test('an answer requested before a change of descriptions or of who may comment does not undo it', () => {
  const media = { url: '/media/x.jpg', type: 'image' as const, width: 1, height: 1, color: null };
  const before = { media, attachments: [{ ...media, alt: 'Antes' }] };
  const edit = {
    attachments: [{ ...media, alt: 'Después' }],
    commentPolicy: 'none' as const,
    quotesAllowed: false as const,
  };
  putPosts([samplePost('a', before)], 0);
  const askedAt = performance.now() - 1;
  settlePost('a', (post) => ({ ...post, ...edit }));
  putPosts([samplePost('a', before)], askedAt);
  expect(findPost('a')).toMatchObject(edit);
  settlePost('a', (post) => ({ ...post, attachments: undefined, commentPolicy: undefined }));
  putPosts([samplePost('a', { ...before, commentPolicy: 'none' })], askedAt);
  expect(findPost('a')).toMatchObject({ media, attachments: undefined, commentPolicy: undefined });
});

test('an answer requested before a confirmed like does not undo it', () => {
  putPosts([samplePost('a')], 0);
  const askedAt = performance.now() - 1;
  settlePost('a', withLike);
  putPosts([samplePost('a', { text: 'corregido', editedAt: '2026-11-21T12:05:00.000Z' })], askedAt);
  expect(findPost('a')).toMatchObject({ text: 'corregido', likesCount: 1, viewer: { liked: true } });
});

test('a later answer replaces the state', () => {
  putPosts([samplePost('a')], 0);
  settlePost('a', withLike);
  putPosts([samplePost('a', { likesCount: 9 })], performance.now() + 1);
  expect(findPost('a')).toMatchObject({ likesCount: 9, viewer: { liked: false } });
});

test('a like and a vote overlay a post at the same time', () => {
  putPosts([samplePost('a', { viewer: { liked: false, reposted: false, saved: false, vote: null } })], 0);
  const voted = (post: PostView): PostView => ({ ...post, viewer: { ...post.viewer, vote: 'b' } });
  overlayPost('a', withLike);
  overlayPost('a', voted, 'vote');
  expect(findPost('a')).toMatchObject({ likesCount: 1, viewer: { liked: true, vote: 'b' } });
  overlayPost('a', null);
  expect(findPost('a')).toMatchObject({ likesCount: 0, viewer: { liked: false, vote: 'b' } });
});

test('a quoting post updates a known post, which keeps its own quote', () => {
  const inner = quotedPost('c', 'El primero');
  putPosts([samplePost('b', { quoteOf: 'c', quoted: inner })], 0);
  putPosts([samplePost('a', { quoteOf: 'b', quoted: quotedPost('b', 'Corregido') })], 1);
  expect(findPost('b')).toMatchObject({ text: 'Corregido', quoted: { text: 'El primero' } });
  expect(findPost('c')).toBeUndefined();
});

test('hides a post everywhere and shows it again', () => {
  putPosts([samplePost('a')], 0);
  hidePost('a', true);
  expect(findPost('a')).toBeUndefined();
  hidePost('a', false);
  expect(findPost('a')?.id).toBe('a');
});

test('a forgotten post is unknown', () => {
  putPosts([samplePost('a')], 0);
  forgetPost('a');
  expect(findPost('a')).toBeUndefined();
});

test('a deleted post is gone from its quotes, until an answer has it again', () => {
  const quoted = quotedPost('b', 'Vuelve');
  const quoting = samplePost('a', { quoteOf: 'b', quoted });
  putPosts([quoting, samplePost('b')], 0);
  const askedAt = performance.now();
  forgetPost('b');
  expect(findQuoted(quoted)).toBeNull();
  putPosts([quoting, samplePost('b')], askedAt - 1);
  expect(findQuoted(quoted)).toBeNull();
  expect(findPost('b')).toBeUndefined();
  putPosts([quoting], performance.now());
  expect(findQuoted(quoted)).toMatchObject({ text: 'Vuelve' });
});

test('shows an author’s new name on their own posts only', () => {
  const author = { uid: 'lucia', displayName: 'Lu', handle: 'lu', avatar: null };
  putPosts([samplePost('a'), samplePost('b', { authorId: 'omar', authorName: 'Omar' })], 0);
  overlayPost('a', withLike);
  renameAuthor(author);
  expect(findPost('a')).toMatchObject({ authorName: 'Lu', authorHandle: 'lu', viewer: { liked: true } });
  expect(findPost('b')).toMatchObject({ authorName: 'Omar', authorHandle: 'lu.canalla' });
});

test('updates a poll forward, never back, and not during a pending vote', () => {
  const poll = (votes: number) => ({
    order: ['a' as const, 'b' as const],
    options: { a: { text: 'River', votes }, b: { text: 'Boca', votes: 0 } },
    totalVotes: votes,
    closesAt: null,
  });
  const total = () => findPost('a')?.poll?.totalVotes;
  putPosts([samplePost('a', { poll: poll(2) })], 0);
  expect(updatePostPoll('a', poll(5))).toBe(true);
  expect(updatePostPoll('a', poll(4))).toBe(true);
  expect(total()).toBe(5);
  overlayPost('a', (post) => ({ ...post, poll: poll(6) }), 'vote');
  expect(updatePostPoll('a', poll(7))).toBe(false);
  expect(total()).toBe(6);
  overlayPost('a', null, 'vote');
  expect(updatePostPoll('a', poll(7))).toBe(true);
  expect(total()).toBe(7);
  expect(updatePostPoll('unknown', poll(1))).toBe(true);
});
