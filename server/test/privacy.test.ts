import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type CallName, calls, type Input } from '../../contract/src/calls/all.ts';
import { createLog } from '../src/platform/telemetry/log.ts';
import { cloneDatabase } from './database.ts';
import { drainJobs } from './drain.ts';
import { PushDevice } from './push/push-device.ts';
import { LocalPushService } from './push/push-service.ts';
import { openSite, type TestSite, type User } from './site.ts';

const { db } = await cloneDatabase();
const lines: string[] = [];
const service = await LocalPushService.start();
let site: TestSite;
let ana: User;
let jefa: User;
let canaria: User;
let anasPost: string;
let post: string;

const device = new PushDevice();
const { endpoint, keys } = device.subscription;
const secrets: Record<string, string> = {
  password: 'clave-de-canaria',
  hash: 'argon2',
  device: endpoint.split('/').at(-1) ?? '',
  'key of the device': keys.auth,
  'public key of the device': keys.p256dh,
  word: 'palabra-que-canta',
  // With quotes, because timestamps may contain that time of day.
  'quiet hours': '"03:07"',
  note: 'nota-que-canta',
  'address of a reporter': 'quien-reporta@canto.example',
  terms: 'acceptedTos',
  // Matches the club of a profile, an author and an actor.
  'hidden club': 'lub":"huracan"',
};

beforeAll(async () => {
  const log = createLog('debug', { write: (line) => lines.push(line) });
  site = await openSite(db, { push: service.sender(), log });
  await site.app.http.listen({ host: '127.0.0.1', port: 0 });
  ana = await site.user('Ana');
  jefa = await site.user('Jefa');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
  anasPost = (await ana.call('publishPost', { text: 'de Ana' })).post.id;

  canaria = await site.user('Canaria');
  secrets['address'] = canaria.email;
  secrets['address in capitals'] = canaria.email.toUpperCase();
  secrets['cookie'] = canaria.cookies.get('sid') ?? '';
  await canaria.call('changePassword', { currentPassword: 'aguante', password: 'clave-de-canaria' });
  secrets['new cookie'] = canaria.cookies.get('sid') ?? '';
  await canaria.call('registerPushToken', { subscription: device.subscription });
  await canaria.call('setPushPreferences', {
    ...(await canaria.call('getPushPreferences')),
    quiet: { from: '03:07', to: '03:08' },
  });
  await canaria.call('setMutedWords', { words: ['palabra-que-canta'] });
  await canaria.call('setClub', { club: 'huracan', show: false });
  await canaria.call('reportContent', { postId: anasPost, reason: 'spam', note: 'nota-que-canta' });
  await site.visitor().call('sendPublicReport', {
    url: `/p/${anasPost}`,
    reason: 'other',
    note: 'nota-que-canta',
    email: 'quien-reporta@canto.example',
  });
});
afterAll(async () => {
  site.app.http.server.closeAllConnections();
  await site.close();
  await service.close();
});

it('private data is in no answer to others, no event and no log line', async () => {
  const events = await eventsOf(ana, async () => {
    post = (await canaria.call('publishPost', { text: '@canaria canta', quoteOf: anasPost })).post.id;
    await canaria.call('likePost', { postId: anasPost });
    await canaria.call('savePost', { postId: anasPost });
    await canaria.call('repostPost', { postId: anasPost });
    await canaria.call('addComment', { postId: anasPost, text: 'canta' });
    await canaria.call('followUser', { targetUid: ana.uid });
    await ana.call('followUser', { targetUid: canaria.uid });
  });
  await drainJobs(db);
  expect(events).toContain('event: notification');
  expectNone('the events of Ana', events, {});

  const queries = (Object.keys(calls) as CallName[]).filter((name) => calls[name].kind === 'query');
  for (const name of queries) {
    for (const [whose, who] of Object.entries({ nobody: site.visitor(), ana, jefa })) {
      const { text, status } = await who.ask(name, about(name));
      expect(status, `${name} of ${whose}`).toBe(statusFor(name, whose));
      expectNone(`${name} of ${whose}`, text, whose === 'jefa' ? (allowedForAdmins[name] ?? {}) : {});
    }
  }
  expectNone('the log', lines.join(''), {});
});

const allowedForAdmins: Partial<Record<CallName, Record<string, true>>> = {
  adminListUsers: { address: true },
  adminFindUser: { address: true },
  adminListReports: { note: true, 'address of a reporter': true },
};

function statusFor(name: CallName, whose: string): number {
  const { access } = calls[name];
  if (whose === 'nobody') return access === 'anyone' ? 200 : 401;
  if (whose === 'ana' && access === 'admin') return 403;
  return name === 'adminAdStats' ? 404 : 200;
}

function about(name: CallName): object {
  const { uid, email } = canaria;
  const inputs = {
    getFeed: { tab: 'siguiendo' },
    getPost: { postId: post },
    getComments: { postId: anasPost },
    getCommentThread: { postId: anasPost, commentId: anasPost },
    getProfile: { uid },
    getProfilePosts: { uid },
    getFollowers: { uid: ana.uid },
    getFollowing: { uid: ana.uid },
    searchUsers: { q: email },
    getTag: { tag: 'gol' },
    suggestTags: { q: 'go' },
    getClub: { slug: 'huracan' },
    getClubPosts: { slug: 'huracan' },
    getClubMembers: { slug: 'huracan' },
    checkHandle: { handle: 'canaria' },
    linkPreview: { url: 'https://canto.example/' },
    adminFindUser: { q: email },
    adminAdStats: { adId: post },
  } satisfies { [N in CallName]?: Input<N> };
  return name in inputs ? inputs[name as keyof typeof inputs] : {};
}

function expectNone(where: string, text: string, allowed: Record<string, true>): void {
  const leaks = Object.entries(secrets).filter(([what, secret]) => !allowed[what] && text.includes(secret));
  expect(leaks, where).toEqual([]);
}

/** Ends with the first notification. */
async function eventsOf(who: User, doing: () => Promise<void>): Promise<string> {
  const { port } = site.app.http.server.address() as AddressInfo;
  const cookie = [...who.cookies].map((pair) => pair.join('=')).join('; ');
  const stop = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { cookie },
    signal: stop.signal,
  });
  const action = doing();
  let events = '';
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    events += piece;
    if (events.includes('event: notification')) break;
  }
  await action;
  return events;
}
