import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { PostView } from '../../../contract/src/calls/shapes.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';

const { db } = await cloneDatabase();
let clock = new Date('2026-06-01T12:00:00.000Z');
let site: TestSite;
let author: User;
let crowd: User[];

beforeAll(async () => {
  site = await openSite(db, { now: () => clock });
  author = await site.user('Luciana');
  crowd = await site.users('Hincha', 6);
});
afterAll(() => site.close());

const poll = { options: ['River', '', 'Boca', ' ', 'Racing'], durationMinutes: 1440 } as const;

async function publish(): Promise<PostView> {
  return (await author.call('publishPost', { poll: { ...poll, options: [...poll.options] } })).post;
}

it('a poll drops empty options, keys the rest a to d, and has an end', async () => {
  const post = await publish();
  expect(post.poll).toEqual({
    options: {
      a: { text: 'River', votes: 0 },
      b: { text: 'Boca', votes: 0 },
      c: { text: 'Racing', votes: 0 },
    },
    order: ['a', 'b', 'c'],
    totalVotes: 0,
    closesAt: '2026-06-02T12:00:00.000Z',
  });
});

it.each([
  [{ options: ['River', ''], durationMinutes: 1440 }],
  [{ options: ['River', 'x'.repeat(81)], durationMinutes: 1440 }],
  [{ options: ['River', 'Boca'], durationMinutes: 60 }],
  [{ options: ['River', 'Boca'], durationMinutes: 1440, closesAt: '2099-01-01T00:00:00Z' }],
  [{ options: ['River', 'Boca'], durationMinutes: 1440, totalVotes: 9 }],
])('a poll of %j is refused', async (wrong) => {
  const { status, body } = await author.ask('publishPost', { text: 'x', poll: wrong });
  expect([status, body.error?.code]).toEqual([400, 'invalid-argument']);
});

describe('a vote', () => {
  it('counts once when one user sends a hundred at once, for any options', async () => {
    const { id: postId } = await publish();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => crowd[0]!.ask('votePoll', { postId, optionId: 'abc'[i % 3] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(new Set(refusals.map(({ body }) => body.error?.code))).toEqual(new Set(['already-exists']));
    const { post } = await crowd[0]!.call('getPost', { postId });
    expect(post.poll?.totalVotes).toBe(1);
    expect(post.poll?.options[post.viewer.vote!]?.votes).toBe(1);
    const { rows } = await db.raw.query('SELECT option_id FROM poll_votes WHERE post_id = $1', [postId]);
    expect(rows).toEqual([{ option_id: post.viewer.vote }]);
  });

  it('is counted exactly when many vote at once, including the author', async () => {
    const { id: postId } = await publish();
    const voters = [author, ...crowd];
    await Promise.all(voters.map((fan, i) => fan.call('votePoll', { postId, optionId: i < 3 ? 'a' : 'b' })));
    const { post } = await author.call('getPost', { postId });
    expect(post.poll).toMatchObject({
      totalVotes: 7,
      options: { a: { votes: 3 }, b: { votes: 4 }, c: { votes: 0 } },
    });
    expect(post.viewer.vote).toBe('a');
  });

  it('returns the current poll', async () => {
    const { id: postId } = await publish();
    const { poll: after } = await crowd[1]!.call('votePoll', { postId, optionId: 'b' });
    expect(after).toMatchObject({ totalVotes: 1, options: { b: { text: 'Boca', votes: 1 } } });
  });

  it('is accepted until the poll ends, not after', async () => {
    const { id: postId, poll } = await publish();
    const end = new Date(poll!.closesAt!).getTime();
    clock = new Date(end - 1);
    expect((await crowd[0]!.ask('votePoll', { postId, optionId: 'a' })).status).toBe(200);
    clock = new Date(end);
    const { status, body } = await crowd[1]!.ask('votePoll', { postId, optionId: 'a' });
    expect([status, body.error?.code]).toEqual([400, 'failed-precondition']);
    clock = new Date('2026-06-01T12:00:00.000Z');
  });

  it('requires an existing poll and option', async () => {
    const { id: postId } = await publish();
    const plain = (await author.call('publishPost', { text: 'x' })).post.id;
    const codes = await Promise.all(
      [
        { postId, optionId: 'd' },
        { postId, optionId: 'a ' },
        { postId, optionId: '' },
        { postId: plain, optionId: 'a' },
        { postId: author.uid, optionId: 'a' },
      ].map(async (input) => (await crowd[0]!.ask('votePoll', input)).status),
    );
    expect(codes).toEqual([400, 400, 400, 400, 404]);
  });

  it('that races a deletion counts or finds no post, and leaves nothing behind', async () => {
    for (let round = 0; round < 5; round++) {
      const { id: postId } = await publish();
      const answers = await Promise.all([
        ...crowd.slice(0, 3).map((fan) => fan.ask('votePoll', { postId, optionId: 'a' })),
        author.ask('deletePost', { postId }),
        ...crowd.slice(3).map((fan) => fan.ask('votePoll', { postId, optionId: 'b' })),
      ]);
      expect(answers.map(({ status }) => status).filter((s) => s !== 200 && s !== 404)).toEqual([]);
      await drainJobs(db);
      const { rows } = await db.raw.query('SELECT 1 FROM poll_votes WHERE post_id = $1', [postId]);
      expect(rows).toEqual([]);
    }
  });
});

it('a poll is unchanged by an edit of the text', async () => {
  const { id: postId } = await publish();
  await crowd[0]!.call('votePoll', { postId, optionId: 'c' });
  const { post } = await author.call('editPost', { postId, text: 'Con texto', link: '' });
  expect(post).toMatchObject({ text: 'Con texto', poll: { totalVotes: 1, options: { c: { votes: 1 } } } });
});
