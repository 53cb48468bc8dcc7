import type { AddressInfo } from 'node:net';

import { Check } from 'typebox/schema';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import type { CallName, CommandName, Input, Output } from '../../../contract/src/calls/all.ts';
import type { Notification } from '../../../contract/src/calls/notifications.ts';
import type { Poll } from '../../../contract/src/calls/shapes.ts';
import { outsideCover } from '../../../contract/src/rules/covers/outside-cover.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { defaultPushPreferences } from '../../../contract/src/rules/push-preferences.ts';
import { topicsOf } from '../../../contract/src/rules/texts/split-text.ts';
import { cloneDatabase } from '../../test/database.ts';
import { type EventPage, openEventPage, type ReceivedEvent } from '../../test/event-page.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let origin: string;
let eventSchema: object;

/**
 * Ana blocked Beto, Caro blocked Ana; Ana muted Dani, Eva muted Ana; Fede follows Ana; Gabi has no relation
 * to anybody. Rita gets suspended; Jefa is an admin.
 */
const names = ['ana', 'beto', 'caro', 'dani', 'eva', 'fede', 'gabi', 'rita', 'jefa'] as const;
type Name = (typeof names)[number];
const people = {} as Record<Name, User>;
const handles = {} as Record<Name, string>;
/** A permanent post with a poll by each user. */
const polls = {} as Record<Name, string>;
const pages = {} as Record<Name, EventPage>;
const startIds = {} as Record<Name, string>;
/** The posts that each user could read at some time: they may learn of their deletion. */
const couldSee = {} as Record<Name, Set<string>>;
/** Posts not yet checked by `recordVisibility`. */
const posts = new Set<string>();
/** The acting users: both sides of a block and a mute, and an unrelated user. */
const actors = ['ana', 'beto', 'caro', 'gabi'] as const;
const everybody = () => names.map((name) => people[name]);

async function publish(user: User, input: Partial<Input<'publishPost'>> = {}): Promise<string> {
  const { post } = await user.call('publishPost', { text: 'Gol', ...input });
  posts.add(post.id);
  return post.id;
}
const newPoll = () => ({ options: ['Sí, señor', 'Ni loco'], durationMinutes: 1440 as const });
const mentions = () => names.map((name) => `@${handles[name]}`).join(' ');
const newPerson = async (name: string) => {
  const user = await site.user(name);
  await user.call('updateProfile', {
    displayName: name,
    handle: `x${user.uid.replaceAll('-', '').slice(-18)}`,
    bio: '',
  });
  return user;
};
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

beforeAll(async () => {
  site = await openSite(db, { mainUser: '' });
  await site.app.http.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(site.app.http.server.address() as AddressInfo).port}`;
  const document = (await site.app.http.inject('/api/openapi.json')).json();
  eventSchema = document.paths['/api/events'].get.responses[200].content['text/event-stream'].schema;
  for (const name of names) {
    people[name] = await site.user(name);
    handles[name] = `${name}_${people[name].uid.slice(-6)}`;
    await people[name].call('updateProfile', { displayName: name, handle: handles[name], bio: '' });
    polls[name] = await publish(people[name], { text: `encuesta de ${name}`, poll: newPoll() });
    couldSee[name] = new Set();
  }
  const { ana, beto, caro, dani, eva, fede, jefa } = people;
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
  await ana.call('blockUser', { targetUid: beto.uid });
  await caro.call('blockUser', { targetUid: ana.uid });
  await ana.call('muteUser', { targetUid: dani.uid });
  await eva.call('muteUser', { targetUid: ana.uid });
  await fede.call('followUser', { targetUid: ana.uid });
  for (const name of names) {
    pages[name] = await openEventPage(origin, people[name]);
  }
  const first = await publish(people.gabi);
  for (const name of names) {
    await untilReceived(name, 'post-created', first);
    startIds[name] = pages[name].lastId() ?? '';
  }
  await recordVisibility();
});
afterAll(async () => {
  for (const name of names) pages[name]?.close();
  site.app.http.server.closeAllConnections();
  await site.close();
});

/** Records who can read each new post. */
async function recordVisibility(): Promise<void> {
  for (const postId of posts) {
    for (const name of names) {
      if ((await people[name].ask('getPost', { postId })).status === 200) couldSee[name].add(postId);
    }
  }
  posts.clear();
}

/** `queried` is the same data as the queries answer it now. */
type Comparison = { received: object; queried: object };

async function compare(name: Name, { event, data, id }: ReceivedEvent): Promise<Comparison> {
  const matchesSchema = Check(eventSchema, { ...(id !== null && { id }), event, data });
  const queried = { name, event, matchesSchema: true, ...(await queriedData(name, event, data)) };
  const poll = 'poll' in data ? { poll: textsOf(data['poll'] as Poll) } : {};
  return { received: { name, event, matchesSchema, ...data, ...poll }, queried };
}

async function queriedData(name: Name, event: string, data: ReceivedEvent['data']): Promise<object> {
  const user = people[name];
  const postId = String(data['postId']);
  const post = async () => (await user.ask('getPost', { postId })).body.post;
  switch (event) {
    case 'post-created': {
      const found = await post();
      // An author may have chosen a club since.
      const club = 'club' in data && { club: found?.authorClub };
      const tags = 'tags' in data && { tags: topicsOf(found?.text ?? '').map(({ key }) => key) };
      return { postId, ownerUid: found?.ownerUid, ...club, ...tags };
    }
    case 'poll-changed':
      return { postId, poll: textsOf((await post())?.poll ?? null) };
    case 'post-deleted':
      return couldSee[name].has(postId) && !isInLists(await post()) ? data : {};
    case 'notification': {
      const notification = data['notification'] as Notification | undefined;
      const listItem = notification && (await findNotification(user, notification.id));
      return {
        unread: data['unread'],
        ...(notification && {
          notification: listItem && {
            ...listItem,
            ...(await detailsOf(user, notification)),
            read: notification.read,
          },
        }),
      };
    }
    case 'session-ended':
      return (await user.call('getSession')).user === null ? data : { user: 'is signed in' };
    default:
      return data;
  }
}

// Lists lose the posts of a suspended author for admins too, who can still open them.
const isInLists = (post: Output<'getPost'>['post'] | undefined) =>
  post !== undefined && !post.authorSuspended;

/** The details that the ungrouped list lacks, as far as the viewer can query them. */
async function detailsOf(
  user: User,
  { kind, postId, post: excerpt }: Notification,
): Promise<Partial<Notification>> {
  const found = excerpt && postId ? (await user.ask('getPost', { postId })).body.post : undefined;
  const post = found && outsideCover(found);
  const image = post?.media?.type === 'image' ? post.media.url : null;
  const [first = ''] = post?.text.split('\n') ?? [];
  const start = first.slice(0, limits.notificationLine);
  const line = start === first ? first : `${start.trimEnd()}…`;
  return {
    ...(kind && { kind }),
    ...(post && { post: { line: line || (excerpt?.line ?? ''), image, color: post.media?.color ?? null } }),
  };
}

async function findNotification(user: User, id: string): Promise<Notification | undefined> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Output<'getNotifications'> = await user.call('getNotifications', cursor ? { cursor } : {});
    const found = page.items.find((item) => item.id === id);
    if (found) return found;
    cursor = page.cursor;
  }
  return undefined;
}

const textsOf = (poll: Poll | null) =>
  poll?.order.map((key) => [key, poll.options[key]?.text] as const) ?? null;

const checkedCounts = {} as Record<Name, number>;
const newComparisons: Comparison[] = [];

/** Waits until all events have arrived, then compares them with the queries. */
async function settleAndCompare(): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const { received } = pages[name];
      const before = received.length;
      // A suspended user receives no more events.
      if ((await people[name].ask('markNotificationsRead')).status !== 200) return;
      const isReadEvent = ({ event, data }: ReceivedEvent) =>
        event === 'notification' && data['unread'] === 0;
      await until(() => expect(received.slice(before).some(isReadEvent)).toBe(true));
    }),
  );
  await recordVisibility();
  const fresh = names.flatMap((name) => {
    const { received } = pages[name];
    const events = received.slice(checkedCounts[name] ?? 0).map((event) => ({ name, event }));
    checkedCounts[name] = received.length;
    return events;
  });
  for (const { name, event } of fresh) newComparisons.push(await compare(name, event));
}

function takeComparisons(): { received: object[]; queried: object[] } {
  const all = newComparisons.splice(0);
  return { received: all.map(({ received }) => received), queried: all.map(({ queried }) => queried) };
}

/** Each acting user runs a command on everybody's post; refusals are fine. */
async function toEveryPost(name: CallName, input: object = {}): Promise<void> {
  for (const postId of Object.values(polls)) {
    for (const actor of actors) await people[actor].ask(name, { postId, ...input });
  }
}
async function toEverybody(name: CallName): Promise<void> {
  const stranger = await newPerson('Paso');
  for (const user of [...everybody(), stranger]) {
    for (const actor of ['gabi', 'fede'] as const) await people[actor].ask(name, { targetUid: user.uid });
  }
}
const untilReceived = (name: Name, event: string, postId: string) =>
  until(() =>
    expect(
      pages[name].received.some(({ event: type, data }) => type === event && data['postId'] === postId),
    ).toBe(true),
  );
async function newAd(): Promise<string> {
  const { key } = (await people.jefa.upload('ad', await solid(80, 40).png().toBuffer())).body;
  return (await people.jefa.call('adminCreateAd', { linkUrl: 'ole.com.ar', media: { key } })).ad.id;
}
/** Everybody tries this on a comment by Ana, and replies to it. */
async function toComments(name: 'likeComment' | 'unlikeComment'): Promise<void> {
  const postId = await publish(people.ana);
  const { comment } = await people.ana.call('addComment', { postId, text: 'opino' });
  for (const who of Object.values(people)) {
    await who.ask(name, { postId, commentId: comment.id });
    await who.ask('addComment', { postId, text: 'no', replyTo: comment.id });
  }
}
async function newReport(): Promise<string> {
  const postId = await publish(people.ana);
  await people.gabi.call('reportContent', { postId, reason: 'spam' });
  const { items } = await people.jefa.call('adminListReports');
  return items[0]!.id;
}
const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/**
 * One scenario per command, in running order: some need what earlier ones left. Users with an open stream
 * keep their sessions.
 */
const scenarios: Record<CommandName | 'uploadMedia', () => Promise<unknown>> = {
  signUp: () => site.user('Nueva'),
  signIn: async () => {
    const { email } = people.ana;
    await site.visitor().call('signIn', { email, password: 'aguante' });
  },
  signOut: async () => {
    const visitor = site.visitor();
    await visitor.call('signIn', { email: people.ana.email, password: 'aguante' });
    await visitor.call('signOut');
  },
  requestPasswordReset: () => site.visitor().call('requestPasswordReset', { email: people.ana.email }),
  resetPassword: () => site.visitor().ask('resetPassword', { token: 'x', password: 'aguante' }),
  changePassword: async () => {
    const user = await newPerson('Clave');
    await user.call('changePassword', { currentPassword: 'aguante', password: 'aguante' });
  },
  confirmPassword: () => people.ana.call('confirmPassword', { password: 'aguante' }),
  endSession: async () => {
    const { items } = await people.ana.call('getSessions');
    const other = items.find(({ current }) => !current);
    await people.ana.call('endSession', { sessionId: other!.id });
  },
  endOtherSessions: () => people.ana.call('endOtherSessions'),
  deleteAccount: async () => {
    const leaving = await newPerson('Ida');
    const postId = await publish(leaving, { text: mentions(), poll: newPoll() });
    await people.gabi.call('votePoll', { postId, optionId: 'a' });
    await untilReceived('gabi', 'poll-changed', postId);
    await settleAndCompare();
    await leaving.call('deleteAccount', { uid: leaving.uid, password: 'aguante' });
  },
  publishPost: async () => {
    for (const actor of actors) {
      const postId = await publish(people[actor], { text: `hola ${mentions()}`, poll: newPoll() });
      await publish(people.fede, { text: 'cito', quoteOf: postId }).catch(() => null);
      await untilReceived(actor, 'post-created', postId);
    }
  },
  editPost: async () => {
    for (const actor of actors) {
      const postId = await publish(people[actor]);
      await people[actor].call('editPost', { postId, text: `mejor ${mentions()}`, link: '' });
    }
  },
  setPostWarning: async () => {
    for (const actor of actors) {
      const postId = await publish(people[actor]);
      await people[actor].call('setPostWarning', { postId, warning: { kind: 'spoiler' } });
      await people.jefa.ask('setPostWarning', { postId, warning: { kind: 'sensible' } });
    }
  },
  deletePost: async () => {
    for (const actor of actors) {
      const postId = await publish(people[actor], { text: mentions(), poll: newPoll() });
      await people.fede.ask('votePoll', { postId, optionId: 'a' });
      await untilReceived(actor, 'poll-changed', postId);
      await settleAndCompare();
      await people[actor].call('deletePost', { postId });
      await untilReceived(actor, 'post-deleted', postId);
    }
  },
  likePost: () => toEveryPost('likePost'),
  unlikePost: () => toEveryPost('unlikePost'),
  repostPost: () => toEveryPost('repostPost'),
  unrepostPost: () => toEveryPost('unrepostPost'),
  savePost: () => toEveryPost('savePost'),
  unsavePost: () => toEveryPost('unsavePost'),
  votePoll: async () => {
    await toEveryPost('votePoll', { optionId: 'b' });
    for (const name of names) await untilReceived(name, 'poll-changed', polls[name]);
  },
  addComment: async () => {
    await toEveryPost('addComment', { text: `opino ${mentions()}` });
  },
  likeComment: () => toComments('likeComment'),
  unlikeComment: () => toComments('unlikeComment'),
  deleteComment: async () => {
    const postId = await publish(people.ana);
    const { comment } = await people.gabi.call('addComment', { postId, text: mentions() });
    await settleAndCompare();
    await people.ana.call('deleteComment', { postId, commentId: comment.id });
  },
  setPostControls: async () => {
    const postId = await publish(people.ana);
    await people.ana.call('setPostControls', { postId, commentPolicy: 'none', quotesAllowed: false });
  },
  updateProfile: async () => {
    for (const actor of actors) {
      const { handle } = { handle: handles[actor] };
      await people[actor].call('updateProfile', { displayName: `${actor} de nuevo`, handle, bio: 'otra' });
    }
  },
  setClub: async () => {
    for (const actor of actors) {
      await people[actor].call('setClub', { club: 'boca', show: true });
      const postId = await publish(people[actor], { text: mentions() });
      await untilReceived(actor, 'post-created', postId);
    }
  },
  setPreferences: () => people.ana.call('setPreferences', { hideClubs: true }),
  setReadingChoice: async () => {
    for (const actor of actors)
      await people[actor].call('setReadingChoice', { publicReading: false, indexable: false });
  },
  followUser: () => toEverybody('followUser'),
  setOnboarding: () => people.gabi.call('setOnboarding', { step: 'follow' }),
  followUsers: async () => {
    const uids = everybody().map(({ uid }) => uid);
    for (const actor of actors)
      await people[actor].ask('followUsers', { uids: uids.filter((uid) => uid !== people[actor].uid) });
  },
  unfollowUser: () => toEverybody('unfollowUser'),
  blockUser: async () => {
    // Events from before the block must not reach the blocked user again.
    const [blocker, target] = [await newPerson('Una'), people.gabi];
    const postId = await publish(blocker, { text: mentions(), poll: newPoll() });
    await people.fede.call('votePoll', { postId, optionId: 'a' });
    await untilReceived('gabi', 'poll-changed', postId);
    await settleAndCompare();
    await blocker.call('blockUser', { targetUid: target.uid });
    await people.dani.call('votePoll', { postId, optionId: 'a' });
    await publish(blocker, { text: mentions() });
    await toEverybody('blockUser');
  },
  unblockUser: () => toEverybody('unblockUser'),
  muteUser: () => toEverybody('muteUser'),
  unmuteUser: () => toEverybody('unmuteUser'),
  setMutedWords: async () => {
    await people.eva.call('setMutedWords', { words: ['penal'] });
    await publish(people.gabi, { text: `fue penal @${handles.eva}` });
  },
  uploadMedia: async () => people.ana.upload('post', await solid(60, 40).png().toBuffer()),
  markNotificationsRead: () => people.ana.call('markNotificationsRead'),
  registerPushToken: () => people.ana.ask('registerPushToken', { subscription }),
  removePushToken: () => people.ana.ask('removePushToken', { subscription }),
  setPushPreferences: () => people.ana.call('setPushPreferences', defaultPushPreferences),
  adImpression: async () => people.ana.call('adImpression', { adId: await newAd() }),
  adminCreateAd: () => newAd(),
  adminSetAdStatus: async () =>
    people.jefa.call('adminSetAdStatus', { adId: await newAd(), status: 'paused' }),
  adminDeleteAd: async () => people.jefa.call('adminDeleteAd', { adId: await newAd() }),
  adminSetTag: () => people.jefa.call('adminSetTag', { tag: 'gol', hidden: true }),
  adminSetUserSuspended: async () => {
    const { rita, jefa, gabi } = people;
    const postId = await publish(rita, { text: mentions(), poll: newPoll() });
    await gabi.call('votePoll', { postId, optionId: 'a' });
    await untilReceived('fede', 'poll-changed', postId);
    await settleAndCompare();
    await gabi.call('likePost', { postId });
    await rita.call('addComment', { postId: polls.ana, text: mentions() });
    await settleAndCompare();
    await jefa.call('adminSetUserSuspended', { targetUid: rita.uid, suspended: true });
    await pages.rita.ended;
    await expect(openEventPage(origin, rita)).rejects.toThrow('401');
  },
  adminDeletePost: async () => {
    const postId = await publish(people.ana, { poll: newPoll() });
    await settleAndCompare();
    await people.jefa.call('adminDeletePost', { postId });
    await untilReceived('ana', 'post-deleted', postId);
  },
  reportContent: async () =>
    people.gabi.call('reportContent', { postId: await publish(people.ana), reason: 'spam' }),
  sendPublicReport: async () =>
    site
      .visitor()
      .call('sendPublicReport', { url: `/perfil/${people.ana.uid}`, reason: 'spam', note: 'mirá' }),
  adminDecideReport: async () =>
    people.jefa.call('adminDecideReport', { reportId: await newReport(), state: 'upheld' }),
  adminAddReportNote: async () =>
    people.jefa.call('adminAddReportNote', { reportId: await newReport(), note: 'reincide' }),
  adminDeleteComment: async () => {
    const postId = await publish(people.ana);
    const { comment } = await people.gabi.call('addComment', { postId, text: mentions() });
    await settleAndCompare();
    await people.jefa.call('adminDeleteComment', { postId, commentId: comment.id });
  },
};

it('the event stream requires a session', async () => {
  await expect(openEventPage(origin, site.visitor())).rejects.toThrow('401');
});

it.each(Object.entries(scenarios))(
  'after %s the event stream tells each page only what its viewer can query',
  async (_name, scenario) => {
    await scenario();
    await settleAndCompare();
    const { received, queried } = takeComparisons();
    expect(received).toEqual(queried);
  },
);

it('a reconnecting client receives no more than its viewer can query', async () => {
  // Meanwhile users were blocked and suspended, and posts deleted.
  const { gabi, beto, fede, jefa } = people;
  const late = await publish(fede, { poll: newPoll() });
  await beto.call('votePoll', { postId: late, optionId: 'a' });
  await untilReceived('gabi', 'poll-changed', late);
  await fede.call('likePost', { postId: polls.gabi });
  await fede.call('setClub', { club: 'boca', show: true });
  const ofBoca = await publish(fede);
  const ofTopic = await publish(gabi, { text: 'Hola #clasico #domingo' });
  for (const postId of [ofBoca, ofTopic]) await untilReceived('dani', 'post-created', postId);
  await settleAndCompare();
  await fede.call('setClub', { club: 'boca', show: false });
  await gabi.call('editPost', { postId: ofTopic, text: 'Hola #domingo', link: '' });
  await gabi.call('blockUser', { targetUid: fede.uid });
  await jefa.call('adminSetUserSuspended', { targetUid: beto.uid, suspended: true });
  const receivedCounts: Partial<Record<Name, number>> = {};
  for (const name of names) {
    if (name === 'rita' || name === 'beto') continue;
    const back = await openEventPage(origin, people[name], startIds[name]);
    for (const event of back.received) newComparisons.push(await compare(name, event));
    receivedCounts[name] = back.received.length;
    back.close();
  }
  const { received, queried } = takeComparisons();
  expect(received).toEqual(queried);
  expect(receivedCounts.gabi).toBeGreaterThan(20);
});
