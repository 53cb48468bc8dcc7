import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CallName, Calls, QueryName } from '../../../contract/src/calls/all.ts';
import { cloneDatabase } from '../../test/database.ts';
import { drainJobs } from '../../test/drain.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';
import { addJob } from '../kernel/store/jobs.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let jefa: User;
beforeAll(async () => {
  site = await openSite(db);
  jefa = await site.user('Jefa');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
});
afterAll(() => site.close());

/** All that Celia writes contains this word. */
const canary = 'canto';
const unknownId = '019ab000-0000-7000-8000-000000000000';
let stages = 0;

/** Celia, who is everywhere that the viewer looks. */
async function setStage() {
  const word = `${canary}${++stages}`;
  const celia = await site.user(word);
  const [viewer, beto] = [await site.user('Vera'), await site.user('Beto')];
  await celia.call('updateProfile', { displayName: word, handle: word, bio: word });
  await celia.call('setClub', { club: 'boca', show: true });
  await viewer.call('updateProfile', { displayName: 'Vera', handle: `vera${stages}`, bio: '' });
  const { key } = (await celia.upload('post', await solid(40, 30).png().toBuffer())).body;
  const publish = async (who: User, input: object) => (await who.call('publishPost', input)).post.id;
  const postId = await publish(celia, {
    text: `${word} #${word}`,
    attachments: [{ key, alt: word }],
    poll: { options: [word, 'otra'], durationMinutes: 1440 },
  });
  const own = await publish(viewer, { text: 'propio' });
  const quote = await publish(beto, { text: 'cito', quoteOf: postId });
  for (const who of [viewer, beto]) {
    await who.call('followUser', { targetUid: celia.uid });
    await celia.call('followUser', { targetUid: who.uid });
    for (const name of ['likePost', 'savePost', 'repostPost'] as const) await who.call(name, { postId });
  }
  await celia.call('likePost', { postId: own });
  const { comment } = await celia.call('addComment', { postId: own, text: word });
  await publish(celia, { text: `${word} @vera${stages}`, quoteOf: own });
  const elsewhere = (await celia.call('addComment', { postId: quote, text: word })).comment.id;
  const below = (await beto.call('addComment', { postId, text: `${word} @vera${stages}` })).comment.id;
  await drainJobs(db);
  await addJob(db, 'refresh-suggestions', {});
  await drainJobs(db);
  return { word, celia, viewer, beto, postId, own, quote, commentId: comment.id, elsewhere, below };
}
type StageOf = Awaited<ReturnType<typeof setStage>>;

type Input = Record<string, string>;
type UserQuery = {
  [Name in QueryName]: Calls[Name]['access'] extends 'user' ? Name : never;
}[QueryName];

function queriesOf({ word, celia, beto, postId, own, quote, commentId, below }: StageOf) {
  const nothing: readonly Input[] = [{}];
  return {
    getFeed: [
      { tab: 'siguiendo' },
      { tab: 'paraVos' },
      { tab: 'siguiendo', source: 'posts' },
      { tab: 'paraVos', source: 'posts' },
      { tab: 'paraVos', club: 'boca' },
    ],
    getPost: [{ postId }, { postId: quote }],
    getComments: [{ postId }, { postId: own }],
    getCommentThread: [
      { postId: own, commentId },
      { postId, commentId: below },
    ],
    getProfile: [{ uid: celia.uid }, { uid: `@${word}` }],
    getProfilePosts: [{ uid: celia.uid }, { uid: celia.uid, only: 'media' }, { uid: beto.uid }],
    getFollowers: [{ uid: beto.uid }],
    getFollowing: [{ uid: beto.uid }],
    searchUsers: [{ q: word }, { q: celia.email }],
    getSavedPosts: nothing,
    getNotifications: [{}, { grouped: 'true' }, { only: 'mentions' }, { only: 'mentions', grouped: 'true' }],
    getTag: [{ tag: word.toUpperCase() }],
    getClubPosts: [{ slug: 'boca' }],
    getClubMembers: [{ slug: 'boca' }],
    getHotPosts: nothing,
    getSuggestedPeople: nothing,
    getBlockedUsers: nothing,
    getMutedUsers: nothing,
    suggestTags: [{ q: word }],
    getClub: [{ slug: 'boca' }],
    checkHandle: [{ handle: word }],
    linkPreview: [{ url: `https://${word}.example/` }],
    getAccount: nothing,
    getSessions: nothing,
    getOnboarding: nothing,
    getPreferences: nothing,
    getPushPreferences: nothing,
    getMutedWords: nothing,
    getAds: nothing,
  } satisfies Record<UserQuery, readonly Input[]>;
}

/** Of anybody's or the viewer's own data. The viewer follows Celia, so she is not suggested. */
const ofNobody: readonly UserQuery[] = [
  'getSuggestedPeople',
  'getBlockedUsers',
  'getMutedUsers',
  'suggestTags',
  'getClub',
  'checkHandle',
  'linkPreview',
  'getAccount',
  'getSessions',
  'getOnboarding',
  'getPreferences',
  'getPushPreferences',
  'getMutedWords',
  'getAds',
];

/** The queries that show the viewer something of Celia. */
async function sightings(stage: StageOf): Promise<string[]> {
  const found: string[] = [];
  for (const [name, inputs] of Object.entries(queriesOf(stage)))
    for (const input of inputs) {
      const { text } = await stage.viewer.ask(name as CallName, input);
      // The key of a topic is what was asked for.
      const answer = text.replace(/"(?:tag|display)":"[^"]*"/g, '');
      if (answer.toLowerCase().includes(stage.word) && !found.includes(name)) found.push(name);
    }
  return found;
}

const hidings: Record<string, { hide: (stage: StageOf) => Promise<unknown>; shown: string[] }> = {
  'blocked them': {
    hide: ({ celia, viewer }) => celia.call('blockUser', { targetUid: viewer.uid }),
    shown: ['getProfile'],
  },
  'is blocked by them': {
    hide: ({ celia, viewer }) => viewer.call('blockUser', { targetUid: celia.uid }),
    shown: ['getProfile', 'getBlockedUsers'],
  },
  'is suspended': {
    hide: ({ celia }) => jefa.call('adminSetUserSuspended', { targetUid: celia.uid, suspended: true }),
    shown: [],
  },
  'is leaving': {
    hide: ({ celia }) => celia.call('deleteAccount', { uid: celia.uid, password: 'aguante' }),
    shown: [],
  },
};

describe.each(Object.entries(hidings))('to those who look for somebody who %s', (_, { hide, shown }) => {
  let stage: StageOf;
  let shownBefore: string[];

  beforeAll(async () => {
    stage = await setStage();
    shownBefore = await sightings(stage);
    await hide(stage);
    await drainJobs(db);
  });

  it('queries show nothing of them, but the name across a block', async () => {
    const others = Object.keys(queriesOf(stage)).filter((name) => !shownBefore.includes(name));
    expect([others, await sightings(stage)]).toEqual([ofNobody, shown]);
  });

  it.each([
    ...['likePost', 'unlikePost', 'repostPost', 'unrepostPost', 'savePost', 'unsavePost', 'deletePost'].map(
      (name) => [name, {}] as const,
    ),
    ['votePoll', { optionId: 'a' }],
    ['votePoll', { optionId: 'no hay' }],
    ['addComment', { text: 'hola' }],
    ['editPost', { text: 'mío', link: '' }],
    ['setPostWarning', { warning: { kind: 'spoiler' } }],
    ['setPostControls', { commentPolicy: 'all', quotesAllowed: true }],
    ['getComments', {}],
  ] as const)('%s answers for their post as for none: %j', async (name, input) => {
    const { viewer, postId } = stage;
    const answers = [postId, unknownId].map((id) => viewer.ask(name as CallName, { postId: id, ...input }));
    const [theirs, none] = await Promise.all(answers);
    expect([theirs?.status, theirs?.text]).toEqual([404, none?.text]);
  });

  it('a quote of their post is answered as one of none', async () => {
    const { viewer, postId } = stage;
    const quote = (quoteOf: string) => viewer.ask('publishPost', { text: 'cito', quoteOf });
    const [theirs, none] = [await quote(postId), await quote(unknownId)];
    expect([theirs.status, theirs.text]).toEqual([404, none.text]);
  });

  it.each(['likeComment', 'unlikeComment', 'deleteComment'] as const)(
    '%s answers for their comments, and for those below their post, as for none',
    async (name) => {
      const { viewer, postId, below, quote, elsewhere } = stage;
      const none = await viewer.ask(name, { postId: quote, commentId: unknownId });
      for (const target of [
        { postId, commentId: below },
        { postId: quote, commentId: elsewhere },
      ]) {
        const { status, text } = await viewer.ask(name, target);
        expect([status, text]).toEqual([404, none.text]);
      }
    },
  );
});
