import fc from 'fast-check';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type CallName, calls } from '../../contract/src/calls/all.ts';
import type { Call } from '../../contract/src/calls/define.ts';
import { PostView } from '../../contract/src/calls/shapes.ts';
import { featuresOn } from '../../contract/src/features.ts';
import { problemCodes } from '../../contract/src/problem.ts';
import { defaultPushPreferences } from '../../contract/src/rules/push-preferences.ts';
import { anyText } from '../../contract/test/any-text.ts';
import { cloneDatabase } from './database.ts';
import { drainJobs } from './drain.ts';
import { openSite, type TestSite, type User } from './site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let jefa: User;
let postId: string;

beforeAll(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
  jefa = await site.user('Jefa');
  await db.raw.query('INSERT INTO admins VALUES ($1, now())', [jefa.uid]);
  postId = (await ana.call('publishPost', { text: 'hola', link: 'ole.com.ar' })).post.id;
  await ana.call('addComment', { postId, text: 'yo' });
});
afterAll(() => site.close());

const names = Object.keys(calls) as CallName[];
const commands = names.filter((name) => calls[name].kind === 'command');

const callerOf = (name: CallName) => (calls[name].access === 'admin' ? jefa : ana);

const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

const inputs = (): Record<CallName, object> => ({
  getSession: {},
  signUp: {
    displayName: 'Z',
    email: `z${Math.random()}@example.com`,
    password: 'aguante',
    acceptedTos: true,
  },
  signIn: { email: ana.email, password: 'aguante' },
  signOut: {},
  startGoogleSignIn: {},
  requestPasswordReset: { email: 'nadie@example.com' },
  resetPassword: { token: 'x', password: 'aguante' },
  getAccount: {},
  changePassword: { currentPassword: 'no es esa', password: 'aguante' },
  confirmPassword: { password: 'no es esa' },
  getSessions: {},
  endSession: { sessionId: ana.uid },
  endOtherSessions: {},
  deleteAccount: { uid: ana.uid, password: 'no es esa' },
  downloadMyData: {},
  getFeed: { tab: 'paraVos' },
  getPost: { postId },
  publishPost: { text: 'x' },
  editPost: { postId, text: 'x', link: '' },
  setPostWarning: { postId, warning: { kind: 'spoiler' } },
  deletePost: { postId },
  setPostControls: { postId, commentPolicy: 'all', quotesAllowed: true },
  likePost: { postId },
  unlikePost: { postId },
  repostPost: { postId },
  unrepostPost: { postId },
  savePost: { postId },
  unsavePost: { postId },
  votePoll: { postId, optionId: 'a' },
  getComments: { postId },
  getCommentThread: { postId, commentId: postId },
  addComment: { postId, text: 'x' },
  likeComment: { postId, commentId: postId },
  unlikeComment: { postId, commentId: postId },
  deleteComment: { postId, commentId: postId },
  getProfile: {},
  getProfilePosts: { uid: ana.uid },
  getFollowers: { uid: ana.uid },
  getFollowing: { uid: ana.uid },
  getOnboarding: {},
  setOnboarding: { step: 'follow' },
  getSuggestedPeople: {},
  getHotPosts: {},
  getClubs: {},
  getClub: { slug: 'boca' },
  getClubPosts: { slug: 'boca' },
  getClubMembers: { slug: 'boca' },
  setClub: { club: 'boca', show: true },
  getPreferences: {},
  setPreferences: { hideClubs: true },
  getTag: { tag: 'gol' },
  suggestTags: { q: 'go' },
  adminSetTag: { tag: 'gol', hidden: true },
  searchUsers: { q: 'ana' },
  checkHandle: { handle: 'libre' },
  updateProfile: { displayName: 'Ana', handle: 'ana_test', bio: '' },
  setReadingChoice: { publicReading: true, indexable: false },
  followUser: { targetUid: ana.uid },
  followUsers: { uids: [ana.uid] },
  unfollowUser: { targetUid: ana.uid },
  blockUser: { targetUid: ana.uid },
  unblockUser: { targetUid: ana.uid },
  muteUser: { targetUid: ana.uid },
  unmuteUser: { targetUid: ana.uid },
  getBlockedUsers: {},
  getMutedUsers: {},
  getMutedWords: {},
  setMutedWords: { words: ['árbitro'] },
  getSavedPosts: {},
  getNotifications: {},
  markNotificationsRead: {},
  registerPushToken: { subscription },
  removePushToken: { subscription },
  uploadMedia: { purpose: 'post' },
  getPushPreferences: {},
  setPushPreferences: defaultPushPreferences,
  reportContent: { uid: ana.uid, reason: 'spam' },
  sendPublicReport: { url: `/perfil/${ana.uid}`, reason: 'spam', note: '' },
  adminListReports: {},
  adminDecideReport: { reportId: postId, state: 'dismissed' },
  adminAddReportNote: { reportId: postId, note: 'x' },
  adminDeleteComment: { postId, commentId: postId },
  linkPreview: { url: 'https://ole.com.ar' },
  getDashboard: {},
  adminListUsers: {},
  adminFindUser: { q: '@ana' },
  adminSetUserSuspended: { targetUid: jefa.uid, suspended: true },
  adminDeletePost: { postId },
  adminListAudit: {},
  getAds: {},
  adImpression: { adId: postId },
  adRedirect: { adId: postId },
  adminListAds: {},
  adminCreateAd: { linkUrl: 'ole.com.ar', media: { key: 'x' } },
  adminSetAdStatus: { adId: postId, status: 'paused' },
  adminDeleteAd: { adId: postId },
  adminAdStats: { adId: postId },
});

describe.each(names)('%s', (name) => {
  afterEach(async () => {
    if (name === 'endOtherSessions') await ana.call('signIn', { email: ana.email, password: 'aguante' });
  });

  it('answers a visitor only if the call is for anyone', async () => {
    const { status, body } = await site.visitor().ask(name, inputs()[name]);
    const isRefused = status === 401 && body.error?.code === 'unauthenticated';
    expect(isRefused).toBe(calls[name].access !== 'anyone');
  });

  it('answers a user only if the call is not for admins', async () => {
    const visitor = site.visitor();
    await visitor.call('signIn', { email: ana.email, password: 'aguante' });
    const { status } = await visitor.ask(name, inputs()[name]);
    expect(status === 403).toBe(calls[name].access === 'admin');
  });

  // Ad links may carry other parameters.
  it.skipIf(name === 'adRedirect')('refuses an unknown field', async () => {
    const { status, body } = await callerOf(name).ask(name, { ...inputs()[name], isAdmin: 'true' });
    expect([status, body.error?.code]).toEqual([400, 'invalid-argument']);
  });

  it('answers by its schema, or with a known failure, for any input', async () => {
    const properties = Object.keys(calls[name].input.properties);
    const value = fc.oneof(
      anyText(50),
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        -1,
        Infinity,
        Number.MAX_VALUE,
        [],
        {},
        ['x'],
        postId,
        // The caller itself, so that no other user of these tests is suspended.
        callerOf(name).uid,
        'x'.repeat(5000),
        '\0',
        '%',
        "'",
      ),
    );
    const record = fc.dictionary(fc.constantFrom(...properties, '__proto__', 'constructor', 'extra'), value);
    const base = inputs()[name];
    const visitor = site.visitor();
    await visitor.call('signIn', { email: callerOf(name).email, password: 'aguante' });
    await fc.assert(
      fc.asyncProperty(record, fc.boolean(), async (random, onTop) => {
        const input = onTop ? { ...base, ...random } : random;
        const fields = calls[name].kind === 'command' ? input : toQuery(input);
        const { status, body } = await visitor.ask(name, fields);
        expect(status === 200 ? Value.Errors(calls[name].output, body) : failureErrors(status, body)).toEqual(
          [],
        );
      }),
      {
        numRuns:
          name === 'signUp' || name === 'signIn' || name === 'resetPassword' || name === 'signOut' ? 40 : 150,
      },
    );
  }, 60_000);
});

describe('after a suspension, the site', () => {
  const cookies = new Map<CallName, User['cookies']>();
  let later: TestSite;

  // One session per call, as some calls end theirs. The site under test starts later, with empty caches.
  beforeAll(async () => {
    for (const name of names) cookies.set(name, (await site.user('Sancionado')).cookies);
    await db.raw.query("UPDATE users SET suspended = true WHERE display_name = 'Sancionado'");
    later = await openSite(db);
  });
  afterAll(() => later.close());

  it.each(names)('treats a suspended user’s old session like a visitor: %s', async (name) => {
    const visitor = later.visitor();
    for (const [cookie, value] of cookies.get(name) ?? []) visitor.cookies.set(cookie, value);
    const { status } = await visitor.ask(name, inputs()[name]);
    expect(status === 401).toBe(calls[name].access !== 'anyone');
  });
});

describe('a site with every part off', () => {
  let bare: TestSite;

  beforeAll(async () => {
    bare = await openSite(db, { features: [] });
  });
  afterAll(() => bare.close());

  it('names no part in the session', async () => {
    expect((await bare.visitor().call('getSession')).config.features).toEqual([]);
    expect((await site.visitor().call('getSession')).config.features).toContain('publico');
  });

  it('refuses the calls of those parts', async () => {
    const withPart = names.filter((name) => (calls[name] as Call).feature !== undefined);
    expect(withPart).toContain('setReadingChoice');
    for (const name of withPart) expect([name, await refusalBy(bare, name)]).toEqual([name, partIsOff]);
  });

  it.each(featuresOn([]))('a site without %s refuses its calls and no others', async (part) => {
    const site = await openSite(db, { features: featuresOn([part]) });
    const parts = names.flatMap((name) => {
      const { feature } = calls[name] as Call;
      return feature === undefined ? [] : [{ name, isOff: feature === part }];
    });
    expect(parts.some(({ isOff }) => isOff)).toBe(true);
    for (const { name, isOff } of parts) {
      const refusal = await refusalBy(site, name);
      expect([name, refusal?.reason === 'feature-off']).toEqual([name, isOff]);
    }
    expect((await site.visitor().call('getSession')).config.features).not.toContain(part);
    await site.close();
  });
});

const partIsOff = {
  code: 'failed-precondition',
  message: 'Esta parte está apagada en este sitio.',
  reason: 'feature-off',
};

async function refusalBy(site: TestSite, name: CallName): Promise<{ reason?: string } | undefined> {
  const { body } = await site.visitor({}, callerOf(name).cookies).ask(name, inputs()[name]);
  return (body as { error?: { reason?: string } }).error;
}

const leak = /select|insert|pg_|\.ts|node_modules|must /i;

// Error answers must have a known code and reveal no internals.
function failureErrors(status: number, { error }: { error?: { code: string; message: string } }): string[] {
  const hasKnownCode = error !== undefined && (problemCodes as string[]).includes(error.code);
  return [
    ...(status < 500 ? [] : [`status ${status}`]),
    ...(hasKnownCode ? [] : [`unknown code ${error?.code}`]),
    ...(leak.test(error?.message ?? '') ? [`it says ${error?.message}`] : []),
  ];
}

function toQuery(input: object): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]));
}

it('posts have the shape of the contract', async () => {
  const { items } = await ana.call('getFeed', { tab: 'paraVos' });
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(Value.Errors(PostView, item)).toEqual([]);
});

describe('a command', () => {
  const post = (headers: Record<string, string>, payload: string | Buffer = '{}', url = '/api/signOut') =>
    site.inject({ method: 'POST', url, headers, payload });
  const json = { 'content-type': 'application/json' };

  it.each([
    [{ ...json, origin: 'https://evil.example' }, 403],
    [{ ...json, origin: 'null' }, 403],
    [{ ...json, origin: 'http://localhost:3000.evil.example' }, 403],
    [{ ...json, origin: 'http://localhost:3000' }, 200],
    [{ ...json, origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, 200],
    [{ ...json, origin: 'http://evil.example', host: 'evil.example' }, 403],
    [{ ...json, 'sec-fetch-site': 'cross-site' }, 403],
    [{ ...json, 'sec-fetch-site': 'same-site' }, 403],
    [{ ...json, 'sec-fetch-site': 'same-origin' }, 200],
    [json, 200],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
    [{ 'content-type': 'multipart/form-data; boundary=x' }, 415],
    [{ ...json, 'content-encoding': 'gzip' }, 415],
    [{ ...json, 'content-encoding': 'identity' }, 200],
  ])('with %j is answered %d', async (headers, status) => {
    expect((await post(headers)).statusCode).toBe(status);
  });

  it.each([
    ['broken JSON', '{"a":'],
    ['an array', '[]'],
    ['a bare string', '"x"'],
    ['endless nesting', '['.repeat(60_000)],
    ['a prototype', '{"__proto__":{"isAdmin":true}}'],
    ['an escaped prototype', '{"\\u005f_proto__":{"isAdmin":true}}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('with %s is answered 400', async (_, payload) => {
    const response = await post(json, payload);
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'invalid-argument']);
  });

  it('of more than 64 KiB is answered 413', async () => {
    const response = await post(json, JSON.stringify({ token: 'x'.repeat(70_000) }), '/api/resetPassword');
    expect([response.statusCode, response.json().error.code]).toEqual([413, 'payload-too-large']);
  });

  it('without a body counts as one without fields', async () => {
    expect((await site.inject({ method: 'POST', url: '/api/signOut' })).statusCode).toBe(200);
  });
});

it.each(names.filter((name) => !['query', 'redirect'].includes(calls[name].kind)))(
  'another site’s page cannot call %s',
  async (name) => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const { status, body } = await callerOf(name).ask(name, inputs()[name], headers);
      expect([status, body.error?.code]).toEqual([403, 'permission-denied']);
    }
  },
);

it.each(commands)('GET changes nothing: %s', async (name) => {
  const response = await site.inject({ method: 'GET', url: `/api/${name}` });
  expect([response.statusCode, response.json().error.code]).toEqual([404, 'not-found']);
});

it.each(['/api/votePoll', '/api/nope', '/api/', '/API/getSession', '/api/getSession/', '/api//getSession'])(
  'there is no call at %s',
  async (url) => {
    const response = await site.inject({ method: 'GET', url });
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'not-found']);
  },
);

it('the OpenAPI document has all calls, the live events, and nothing else', async () => {
  const response = await site.inject({ url: '/api/openapi.json' });
  const document = response.json();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toEqual([...names, 'events'].map((name) => `/api/${name}`));
  expect(
    document.paths['/api/publishPost'].post.requestBody.content['application/json'].schema
      .additionalProperties,
  ).toBe(false);
});

it('answers have the security headers', async () => {
  for (const url of ['/api/getSession', '/api/getFeed?tab=paraVos', '/api/nope', '/api/openapi.json']) {
    const { headers } = await site.inject({ url });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('x-powered-by');
  }
});

it.each(names.filter((name) => name !== 'adRedirect'))('%s names every field of its input', (name) => {
  expect(openObjects(calls[name].input)).toEqual([]);
});

it.each(names)('%s names every field of its output', (name) => {
  expect(openObjects(calls[name].output)).toEqual([]);
});

function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, additionalProperties } = schema as { type?: unknown; additionalProperties?: unknown };
  const below = Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${path}/${key}`));
  return type === 'object' && additionalProperties !== false ? [path, ...below] : below;
}

it('queries write nothing', async () => {
  // Except for previews and the last use of a session, which reads store.
  const sql = `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p')
    AND relnamespace = current_schema()::regnamespace AND relname NOT IN ('link_previews', 'sessions')`;
  const tables = (await db.raw.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  const state = async () => {
    const lines = (name: string) =>
      `SELECT '${name}' AS name, md5(string_agg(t::text, '' ORDER BY t::text)) FROM "${name}" t`;
    return (await db.raw.query(tables.map(lines).join(' UNION ALL '))).rows;
  };
  await drainJobs(db);
  const before = await state();
  expect(before.length).toBeGreaterThan(20);
  for (const name of names.filter((each) => calls[each].kind === 'query'))
    await callerOf(name).ask(name, inputs()[name]);
  expect(await state()).toEqual(before);
});
