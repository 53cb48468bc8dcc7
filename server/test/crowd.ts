import fc from 'fast-check';
import { expect } from 'vitest';

import type { CallName, Input } from '../../contract/src/calls/all.ts';
import type { PostView } from '../../contract/src/calls/shapes.ts';
import { filesIn } from '../../contract/src/rules/looks/alt-text.ts';
import { repair } from '../src/operations/actions/repair.ts';
import type { Pool } from '../src/platform/postgres/database.ts';
import { solid } from './pictures.ts';
import type { User } from './site.ts';
import { writesOn } from './writes.ts';

const acts = {
  publish: 6,
  quote: 2,
  delete: 2,
  warn: 3,
  like: 14,
  unlike: 7,
  repost: 8,
  unrepost: 4,
  save: 6,
  unsave: 3,
  comment: 8,
  reply: 5,
  likeComment: 8,
  unlikeComment: 4,
  deleteComment: 3,
  vote: 10,
  follow: 8,
  followSome: 2,
  unfollow: 4,
  club: 2,
  describe: 3,
} as const;
type Act = keyof typeof acts;

type ExpectedPost = {
  readonly id: string;
  readonly owner: string;
  readonly text: string;
  readonly club: string | null;
  alts: (string | null)[];
  likes: Set<string>;
  reposts: Set<string>;
  saves: Set<string>;
  votes: Map<string, string>;
  /** The people who like each comment, by its id. */
  comments: Map<string, Set<string>>;
  warning: string | undefined;
};

export type Crowd = {
  readonly seed: number;
  readonly users: readonly User[];
  readonly posts: Map<string, ExpectedPost>;
  readonly gone: Set<string>;
  readonly follows: Set<string>;
  readonly clubs: Map<string, string | null>;
};

/** All users act at once, in rounds while `goesOn` resolves to true. @returns the state by the answers */
export async function playCrowd(
  users: readonly User[],
  {
    seed,
    rounds,
    goesOn = async () => true,
  }: { seed: number; rounds: number; goesOn?: () => Promise<boolean> },
): Promise<Crowd> {
  const crowd: Crowd = {
    seed,
    users,
    posts: new Map(),
    gone: new Set(),
    follows: new Set(),
    clubs: new Map(),
  };
  const act = fc.oneof(
    ...Object.entries(acts).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Act) })),
  );
  const round = fc.array(fc.tuple(act, fc.nat(10_000)), { minLength: users.length, maxLength: users.length });
  const statusesByAct = new Map<Act, Set<number>>();
  for (const all of fc.sample(round, { numRuns: rounds, seed })) {
    if (!(await goesOn())) break;
    const answers = await Promise.all(all.map(([name, pick], i) => play(crowd, users[i]!, name, pick)));
    for (const { act: name, status } of answers)
      statusesByAct.set(name, (statusesByAct.get(name) ?? new Set()).add(status));
  }
  for (const [name, statuses] of statusesByAct) {
    expect(statuses.difference(new Set([200, 400, 403, 404, 409])), name).toEqual(new Set());
    expect(statuses, name).toContain(200);
  }
  return crowd;
}

/** All jobs must have run. With `feeds: false`, feeds may differ. @returns how many feeds differ */
export async function expectMatch(crowd: Crowd, { feeds = true } = {}): Promise<number> {
  const [reader] = crowd.users as [User];
  for (const modelPost of crowd.posts.values()) await expectPostMatch(reader, modelPost);
  for (const postId of crowd.gone) expect((await reader.ask('getPost', { postId })).status).toBe(404);
  for (const slug of crowdClubs) await expectClubMatch(reader, crowd, slug);
  for (const tag of topicsOfCrowd(crowd)) await expectTopicMatch(reader, crowd, tag);
  let differing = 0;
  for (const who of crowd.users) {
    const [{ feed, liked: likeCount, ...lists }, expected] = [await listsOf(who), expectedOf(crowd, who)];
    expect(lists).toEqual({
      posts: expected.posts,
      followers: expected.followers,
      following: expected.following,
      club: expected.club,
      saved: expected.saved,
    });
    if (feeds) expect({ feed, liked: likeCount }).toEqual({ feed: expected.feed, liked: expected.liked });
    else if (feed.join() !== expected.feed.join()) differing++;
  }
  return differing;
}

async function expectPostMatch(reader: User, modelPost: ExpectedPost): Promise<void> {
  const { id: postId, comments } = modelPost;
  const { post } = await reader.call('getPost', { postId });
  expect(countsOf(post)).toEqual(countsIn(modelPost));
  expect(filesIn(post).map(({ alt }) => alt ?? null)).toEqual(modelPost.alts);
  const { items } = await reader.call('getComments', { postId });
  const visibleComments = items.filter(({ deleted }) => !deleted);
  expect(new Map(visibleComments.map(({ id, likesCount }) => [id, likesCount ?? 0]))).toEqual(
    new Map([...comments].map(([id, likers]) => [id, likers.size])),
  );
  for (const { id, viewer } of visibleComments)
    expect(viewer?.liked ?? false).toBe(comments.get(id)?.has(reader.uid));
}

async function expectClubMatch(reader: User, crowd: Crowd, slug: string): Promise<void> {
  const expected = [...crowd.posts.values()].filter(
    ({ owner, club }) => club === slug && crowd.clubs.get(owner) === slug,
  );
  const ids = await listedIds(crowd, (from) => reader.call('getClubPosts', { slug, ...from }));
  expect(ids, slug).toEqual(newestFirst(expected));
}

async function expectTopicMatch(reader: User, crowd: Crowd, tag: string): Promise<void> {
  const expected = [...crowd.posts.values()].filter(({ text }) => text.endsWith(`#${tag}`));
  const ids = await listedIds(crowd, (from) => reader.call('getTag', { tag, ...from }));
  expect(ids, tag).toEqual(newestFirst(expected));
  const { posts7d, people7d } = await reader.call('getTag', { tag });
  expect([posts7d, people7d]).toEqual([expected.length, new Set(expected.map(({ owner }) => owner)).size]);
}

/** Only ids by this crowd's users; a page without any ends the list. */
async function listedIds(
  { users }: Crowd,
  read: (from?: { cursor: string }) => Promise<{ items: PostView[]; cursor: string | null }>,
): Promise<string[]> {
  const own = new Set(users.map(({ uid }) => uid));
  const ids: string[] = [];
  for (let page = await read(); ; page = await read({ cursor: page.cursor })) {
    const pageIds = page.items.filter(({ ownerUid }) => own.has(ownerUid)).map(({ id }) => id);
    ids.push(...pageIds);
    if (pageIds.length === 0 || page.cursor === null) return ids;
  }
}

function newestFirst(posts: readonly ExpectedPost[]): string[] {
  return posts.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1));
}

/** The faults that a repair finds, by kind. */
export async function countFaults(db: Pool): Promise<number[]> {
  const { counters, comments, summaries, lists, userCounts, clubs, topics, totals } = await repair(
    writesOn(db),
  );
  return [counters, comments, summaries, lists, userCounts, clubs, topics, totals];
}

const poll = { options: ['Sí', 'No', 'Qué sé yo'], durationMinutes: 1440 as const };
const picture = solid(4, 3).png().toBuffer();
const crowdClubs = ['boca', 'river'] as const;
// Crowds of the same database have different topics.
const topicsOfCrowd = ({ seed }: Pick<Crowd, 'seed'>) => [0, 1, 2].map((n) => `toque${seed}_${n}`);
const optionIds = ['a', 'b', 'c'] as const;

/** Records the expected effect of the act if it succeeded. */
async function play(
  { seed, users, posts, gone, follows, clubs }: Crowd,
  who: User,
  act: Act,
  pick: number,
): Promise<{ act: Act; status: number }> {
  // A random post is rarely the user's own, so every second deletion or warning picks an own one.
  const forOwners = ['delete', 'warn', 'deleteComment'].includes(act) && pick % 2 === 0;
  const isOwn = act === 'describe' || forOwners;
  const all = [...posts.values()].filter(
    ({ owner, comments }) => (!isOwn || owner === who.uid) && (act !== 'deleteComment' || comments.size > 0),
  );
  const post = all.at(-1 - (pick % Math.min(all.length || 1, 30)));
  const run = async <N extends CallName>(name: N, input: Input<N>, note: () => void) => {
    const { status } = await who.ask(name, input);
    if (status === 200) note();
    return { act, status };
  };
  const publish = async (quoteOf?: string) => {
    const text = `Toque ${pick} #${topicsOfCrowd({ seed })[pick % 3]}`;
    const club = clubs.get(who.uid) ?? null;
    const alts = [null, 'Un toque', null, null].slice(0, pick % 3 === 0 ? 1 + (pick % 4) : 0);
    const attachments = await Promise.all(
      alts.map(async (alt) => ({ key: (await who.upload('post', await picture)).body.key, alt })),
    );
    const { status, body } = await who.ask('publishPost', { text, poll, quoteOf, attachments });
    if (status === 200) posts.set(body.post.id, newPost(body.post.id, who.uid, { text, club, alts }));
    return { act, status };
  };
  if (act === 'follow' || act === 'unfollow') {
    const target = users[pick % users.length]!.uid;
    const key = `${who.uid} ${target}`;
    return run(`${act}User`, { targetUid: target }, () =>
      act === 'follow' ? follows.add(key) : follows.delete(key),
    );
  }
  if (act === 'followSome') {
    const uids = [pick, pick + 1, pick + 3].map((n) => users[n % users.length]!.uid);
    return run('followUsers', { uids }, () => uids.forEach((uid) => follows.add(`${who.uid} ${uid}`)));
  }
  if (act === 'club') {
    const choice = { club: crowdClubs[pick % 3] ?? null, show: pick % 2 === 0 };
    return run('setClub', choice, () => clubs.set(who.uid, choice.show ? choice.club : null));
  }
  if (act === 'publish' || !post) return publish();
  const postId = post.id;
  const aComment = [...post.comments.keys()].at(-1 - (pick % Math.min(post.comments.size || 1, 5)));
  const commentId = aComment ?? postId;
  switch (act) {
    case 'describe': {
      const alts = post.alts.map((_, n) => (n === pick % 4 ? `Toque ${pick}` : null));
      return run('editPost', { postId, text: post.text, link: '', alts }, () => (post.alts = alts));
    }
    case 'quote':
      return publish(postId);
    case 'delete':
      return run('deletePost', { postId }, () => {
        posts.delete(postId);
        gone.add(postId);
      });
    case 'warn': {
      const warning = pick % 3 === 0 ? null : { kind: 'otra' as const, label: `Toque ${pick}` };
      return run('setPostWarning', { postId, warning }, () => (post.warning = warning?.label));
    }
    case 'comment':
    case 'reply': {
      const replyTo = act === 'reply' ? aComment : undefined;
      const { status, body } = await who.ask('addComment', { postId, text: 'Vamos', replyTo });
      if (status === 200) post.comments.set(body.comment.id, new Set());
      return { act, status };
    }
    case 'likeComment':
      return run(act, { postId, commentId }, () => post.comments.get(commentId)?.add(who.uid));
    case 'unlikeComment':
      return run(act, { postId, commentId }, () => post.comments.get(commentId)?.delete(who.uid));
    case 'deleteComment':
      return run(act, { postId, commentId }, () => post.comments.delete(commentId));
    case 'vote': {
      const optionId = optionIds[pick % 3]!;
      // A repeated vote gets the same answer as the first one.
      return run('votePoll', { postId, optionId }, () =>
        post.votes.set(who.uid, post.votes.get(who.uid) ?? optionId),
      );
    }
    case 'like':
    case 'repost':
    case 'save':
      return run(`${act}Post`, { postId }, () => post[`${act}s`].add(who.uid));
    case 'unlike':
    case 'unrepost':
    case 'unsave':
      return run(`${act}Post`, { postId }, () => post[`${act.slice(2) as 'like'}s`].delete(who.uid));
  }
}

function newPost(
  id: string,
  owner: string,
  content: Pick<ExpectedPost, 'text' | 'club' | 'alts'>,
): ExpectedPost {
  const nobody = () => new Set<string>();
  const marks = { likes: nobody(), reposts: nobody(), saves: nobody(), votes: new Map<string, string>() };
  return { id, owner, ...content, ...marks, comments: new Map(), warning: undefined };
}

function countsOf({ likesCount, repostsCount, commentsCount, poll: asked, warning }: PostView) {
  return {
    likesCount,
    repostsCount,
    commentsCount,
    warning: warning?.label,
    votes: optionIds.map((id) => asked?.options[id]?.votes),
  };
}

function countsIn({ likes, reposts, comments, votes, warning }: ExpectedPost) {
  const allVotes = [...votes.values()];
  return {
    likesCount: likes.size,
    repostsCount: reposts.size,
    commentsCount: comments.size,
    warning,
    votes: optionIds.map((id) => allVotes.filter((each) => each === id).length),
  };
}

async function listsOf(who: User) {
  const { profile } = await who.call('getProfile');
  const feed = new Set<string>();
  let likeCount = 0;
  let cursor: string | null = null;
  do {
    const page: { items: PostView[]; cursor: string | null } = await who.call('getFeed', {
      tab: 'siguiendo',
      ...(cursor && { cursor }),
    });
    for (const { id, viewer } of page.items) {
      expect(feed.has(id), 'shown twice').toBe(false);
      feed.add(id);
      if (viewer.liked) likeCount++;
    }
    ({ cursor } = page);
  } while (cursor !== null);
  return {
    posts: profile.postsCount,
    followers: profile.followersCount,
    following: profile.followingCount,
    club: profile.club ?? null,
    saved: (await who.call('getSavedPosts')).total,
    feed: [...feed].toSorted(),
    liked: likeCount,
  };
}

function expectedOf({ users, posts, follows, clubs }: Crowd, { uid }: User) {
  const all = [...posts.values()];
  const followees = new Set(users.map((each) => each.uid).filter((other) => follows.has(`${uid} ${other}`)));
  // Users do not see their own reposts in their timeline.
  const isInFeed = ({ owner, reposts }: ExpectedPost) =>
    owner === uid || followees.has(owner) || [...reposts].some((by) => followees.has(by));
  const feed = all.filter(isInFeed);
  return {
    posts: all.filter(({ owner }) => owner === uid).length,
    followers: [...follows].filter((key) => key.endsWith(uid)).length,
    following: followees.size,
    club: clubs.get(uid) ?? null,
    saved: all.filter(({ saves }) => saves.has(uid)).length,
    feed: feed.map(({ id }) => id).toSorted(),
    liked: feed.filter(({ likes }) => likes.has(uid)).length,
  };
}
