import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { CallName } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { plainContent } from '../../test/plain-content.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { writesOn } from '../../test/writes.ts';
import { earlierResult } from '../kernel/idempotency.ts';
import { newId } from '../kernel/ids.ts';
import { waitForPosts } from '../posts/actions/late-rows.ts';
import { insertComments } from '../posts/store/comments.ts';
import { insertPosts } from '../posts/store/new-posts.ts';
import { openControls } from '../posts/store/posts.ts';
import { fanOutPosts } from './jobs/fan-out-posts.ts';

// On Citus a crashed worker shows rows later than the coordinator shows the idempotency key of their transaction.
// Here two transactions write them.
const { db, isCitus, lockWaits } = await cloneDatabase();
let site: TestSite;
let ana: User;

beforeAll(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
});
afterAll(() => site.close());

async function claimedKey(call: CallName, input: object, resultId: string) {
  const key = randomUUID();
  await earlierResult(db, ana.uid, { key, call, input }, resultId, new Date());
  return { 'idempotency-key': key };
}

function newPost() {
  const at = new Date();
  return { ...plainContent, ...openControls, text: 'Una vez', id: newId(at), ownerUid: ana.uid, at };
}

it('a repeated attempt waits for its post', async () => {
  const post = newPost();
  const input = { text: post.text };
  const key = await claimedKey('publishPost', input, post.id);
  const repeated = await db.transaction(async (tx) => {
    await insertPosts(tx, [post]);
    const answer = ana.ask('publishPost', input, key);
    await expect.poll(lockWaits).toBe(1);
    return { answer };
  });
  expect((await repeated.answer).body.post?.id).toBe(post.id);
});

it('a repeated attempt waits for its comment', async () => {
  const { id: postId } = (await ana.call('publishPost', { text: '¿Fue penal?' })).post;
  const at = new Date();
  const id = newId(at);
  const input = { postId, text: 'Clarísimo' };
  const key = await claimedKey('addComment', input, id);
  const repeated = await db.transaction(async (tx) => {
    const marks = { likes: 0, reply_to: null, reply_to_uid: null, root_id: null, deleted_at: null };
    const row = { ...marks, id, post_id: postId, uid: ana.uid, text: input.text };
    await insertComments(tx, postId, [{ ...row, created_at: at, updated_at: at }]);
    const answer = ana.ask('addComment', input, key);
    await expect.poll(lockWaits).toBe(1);
    return { answer };
  });
  expect((await repeated.answer).body.comment?.id).toBe(id);
  expect((await ana.call('getPost', { postId })).post.commentsCount).toBe(1);
});

it.runIf(isCitus)('the job that lists posts under their topics waits for them', async () => {
  const post = { ...newPost(), text: '#Penal' };
  const jobPost = { postId: post.id, ownerUid: ana.uid, hasTopics: true, onTimelines: true };
  const job = await db.transaction(async (tx) => {
    await insertPosts(tx, [post]);
    const done = fanOutPosts(writesOn(db), { posts: [jobPost] });
    await expect.poll(lockWaits).toBe(1);
    return { done };
  });
  await job.done;
  const { items } = await ana.call('getTag', { tag: 'penal' });
  expect(items.map(({ id }) => id)).toEqual([post.id]);
});

it('waiting for deleted posts leaves nothing behind', async () => {
  const deletedIds = [newId(new Date())];
  for (const isDrained of [true, false]) {
    const { post } = await ana.call('publishPost', { text: 'x' });
    await ana.call('deletePost', { postId: post.id });
    if (isDrained) await drainJobs(db);
    deletedIds.push(post.id);
  }
  await waitForPosts(writesOn(db), deletedIds);
  const counters = 'SELECT FROM post_counters WHERE post_id = ANY($1)';
  expect((await db.raw.query(counters, [deletedIds])).rowCount).toBe(0);
});
