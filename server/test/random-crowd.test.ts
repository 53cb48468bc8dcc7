import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { CallName, Input } from '../../contract/src/calls/all.ts';
import type { PostView } from '../../contract/src/calls/shapes.ts';
import { repair } from '../src/actions/repair.ts';
import { Bus } from '../src/platform/bus.ts';
import { cloneDatabase } from './database.ts';
import { drainJobs } from './drain.ts';
import { openSite, type TestSite, type User } from './site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let crowd: User[];

beforeAll(async () => {
  site = await openSite(db, { mainUser: '' });
  crowd = await site.users('Hincha', 8);
});
afterAll(() => site.close());

const acts = {
  publish: 6,
  quote: 2,
  delete: 2,
  like: 14,
  unlike: 7,
  repost: 8,
  unrepost: 4,
  save: 6,
  unsave: 3,
  comment: 8,
  vote: 10,
  follow: 8,
  unfollow: 4,
} as const;
type Act = keyof typeof acts;

/** What a post should be: who did what with it. */
type Known = {
  readonly id: string;
  readonly owner: string;
  likes: Set<string>;
  reposts: Set<string>;
  saves: Set<string>;
  votes: Map<string, string>;
  comments: number;
};
const posts = new Map<string, Known>();
const gone = new Set<string>();
const follows = new Set<string>();

const poll = { options: ['Sí', 'No', 'Qué sé yo'], durationMinutes: 1440 as const };
const optionIds = ['a', 'b', 'c'] as const;

/** Does one act, notes what it changed if it was done. @returns what was answered */
async function play(who: User, act: Act, pick: number): Promise<{ act: Act; status: number }> {
  const all = [...posts.values()];
  const post = all.at(-1 - (pick % Math.min(all.length || 1, 30)));
  const done = async <N extends CallName>(name: N, input: Input<N>, note: () => void) => {
    const { status } = await who.ask(name, input);
    if (status === 200) note();
    return { act, status };
  };
  const publish = async (quoteOf?: string) => {
    const { status, body } = await who.ask('publishPost', { text: `Toque ${pick}`, poll, quoteOf });
    if (status === 200) posts.set(body.post.id, newPost(body.post.id, who.uid));
    return { act, status };
  };
  if (act === 'follow' || act === 'unfollow') {
    const target = crowd[pick % crowd.length]!.uid;
    const key = `${who.uid} ${target}`;
    return done(`${act}User`, { targetUid: target }, () =>
      act === 'follow' ? follows.add(key) : follows.delete(key),
    );
  }
  if (act === 'publish' || !post) return publish();
  const postId = post.id;
  switch (act) {
    case 'quote':
      return publish(postId);
    case 'delete':
      return done('deletePost', { postId }, () => {
        posts.delete(postId);
        gone.add(postId);
      });
    case 'comment':
      return done('addComment', { postId, text: 'Vamos' }, () => post.comments++);
    case 'vote': {
      const optionId = optionIds[pick % 3]!;
      return done('votePoll', { postId, optionId }, () => post.votes.set(who.uid, optionId));
    }
    case 'like':
    case 'repost':
    case 'save':
      return done(`${act}Post`, { postId }, () => post[`${act}s`].add(who.uid));
    case 'unlike':
    case 'unrepost':
    case 'unsave':
      return done(`${act}Post`, { postId }, () => post[`${act.slice(2) as 'like'}s`].delete(who.uid));
  }
}

function newPost(id: string, owner: string): Known {
  const nobody = () => new Set<string>();
  return { id, owner, likes: nobody(), reposts: nobody(), saves: nobody(), votes: new Map(), comments: 0 };
}

it('is after thousands of random acts of eight people at once what each of them was answered', async () => {
  const seed = Date.now() % 2 ** 31;
  const act = fc.oneof(
    ...Object.entries(acts).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Act) })),
  );
  const rounds = fc.sample(fc.array(fc.tuple(act, fc.nat(10_000)), { minLength: 8, maxLength: 8 }), {
    numRuns: 300,
    seed,
  });
  const answered = new Map<Act, Set<number>>();
  for (const round of rounds) {
    const answers = await Promise.all(round.map(([name, pick], i) => play(crowd[i]!, name, pick)));
    for (const { act: name, status } of answers)
      answered.set(name, (answered.get(name) ?? new Set()).add(status));
  }
  const told = `seed ${seed}`;
  for (const [name, statuses] of answered) {
    expect(
      [...statuses].every((status) => [200, 400, 403, 404, 409].includes(status)),
      `${told} ${name}`,
    ).toBe(true);
    expect(statuses.has(200), `${told} ${name}`).toBe(true);
  }

  await drainJobs(db);
  const [reader] = crowd as [User];
  for (const known of posts.values())
    expect(countsOf((await reader.call('getPost', { postId: known.id })).post), told).toEqual(
      countsIn(known),
    );
  for (const postId of gone) expect((await reader.ask('getPost', { postId })).status, told).toBe(404);
  for (const who of crowd) expect(await seenBy(who), told).toEqual(expectedOf(who));

  const { counters, summaries, lists, userCounts } = await repair({
    db,
    bus: new Bus(),
    now: () => new Date(),
  });
  expect([counters, summaries, lists, userCounts], told).toEqual([0, 0, 0, 0]);
}, 120_000);

function countsOf({ likesCount, repostsCount, commentsCount, poll: asked }: PostView) {
  return { likesCount, repostsCount, commentsCount, votes: optionIds.map((id) => asked?.options[id]?.votes) };
}

function countsIn({ likes, reposts, comments, votes }: Known) {
  const chosen = [...votes.values()];
  return {
    likesCount: likes.size,
    repostsCount: reposts.size,
    commentsCount: comments,
    votes: optionIds.map((id) => chosen.filter((each) => each === id).length),
  };
}

/** What somebody finds in their lists. */
async function seenBy(who: User) {
  const { profile } = await who.call('getProfile');
  const feed = new Set<string>();
  let liked = 0;
  let cursor: string | null = null;
  do {
    const page: { items: PostView[]; cursor: string | null } = await who.call('getFeed', {
      tab: 'siguiendo',
      ...(cursor && { cursor }),
    });
    for (const { id, viewer } of page.items) {
      expect(feed.has(id), 'shown twice').toBe(false);
      feed.add(id);
      if (viewer.liked) liked++;
    }
    ({ cursor } = page);
  } while (cursor !== null);
  return {
    posts: profile.postsCount,
    followers: profile.followersCount,
    following: profile.followingCount,
    saved: (await who.call('getSavedPosts')).total,
    feed: [...feed].toSorted(),
    liked,
  };
}

function expectedOf({ uid }: User) {
  const all = [...posts.values()];
  const followed = new Set(crowd.map((each) => each.uid).filter((other) => follows.has(`${uid} ${other}`)));
  // One's own reposts are nothing new to oneself.
  const brought = ({ owner, reposts }: Known) =>
    owner === uid || followed.has(owner) || [...reposts].some((by) => followed.has(by));
  const feed = all.filter(brought);
  return {
    posts: all.filter(({ owner }) => owner === uid).length,
    followers: [...follows].filter((key) => key.endsWith(uid)).length,
    following: followed.size,
    saved: all.filter(({ saves }) => saves.has(uid)).length,
    feed: feed.map(({ id }) => id).toSorted(),
    liked: feed.filter(({ likes }) => likes.has(uid)).length,
  };
}
