import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { calls } from '../../../contract/src/calls/all.ts';
import { problemCodes } from '../../../contract/src/problem.ts';
import { cloneDatabase } from '../../test/database.ts';
import { solid } from '../../test/pictures.ts';
import { openSite, type TestSite, type User } from '../../test/site.ts';

const { db } = await cloneDatabase();
let site: TestSite;
let ana: User;
let image: string;
let port: number;

beforeAll(async () => {
  site = await openSite(db);
  ana = await site.user('Ana');
  image = (await ana.upload('post', await solid(30, 20).png().toBuffer())).body.url;
  await site.app.http.listen({ host: '127.0.0.1', port: 0 });
  port = (site.app.http.server.address() as AddressInfo).port;
});
afterAll(async () => {
  site.app.http.server.closeAllConnections();
  await site.close();
});

const cookie = () => [...ana.cookies].map((pair) => pair.join('=')).join('; ');
const json = { 'content-type': 'application/json' };
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

type TestRequest = { url: string; method?: string; headers?: Record<string, string>; body?: string };
const kinds: [string, number, () => TestRequest][] = [
  ['a call', 200, () => ({ url: '/api/getSession' })],
  ['a list', 200, () => ({ url: '/api/getFeed?tab=paraVos', headers: { cookie: cookie() } })],
  ['the document', 200, () => ({ url: '/api/openapi.json' })],
  ['the stream of events', 200, () => ({ url: '/api/events', headers: { cookie: cookie() } })],
  ['a download', 200, () => ({ url: '/api/downloadMyData', headers: { cookie: cookie() } })],
  ['a way back from elsewhere', 302, () => ({ url: '/api/googleCallback' })],
  ['a file', 200, () => ({ url: image })],
  ['a part of a file', 206, () => ({ url: image, headers: { range: 'bytes=0-9' } })],
  ['no such part', 416, () => ({ url: image, headers: { range: 'bytes=999999-' } })],
  ['a file that is there already', 304, () => ({ url: image, headers: { 'if-none-match': '*' } })],
  ['no file', 404, () => ({ url: '/media/users/x' })],
  ['no call', 404, () => ({ url: '/api/nope' })],
  ['nothing', 404, () => ({ url: '/nope' })],
  ['a method that no path knows', 405, () => ({ url: '/api/getSession', method: 'PUT' })],
  ['a call by the other method', 404, () => ({ url: '/api/getSession', method: 'POST' })],
  ['an address that cannot be read', 400, () => ({ url: '/a%' })],
  ['a call that cannot be read', 400, () => ({ url: '/api/%', headers: browser })],
  ['a stranger', 401, () => ({ url: '/api/getFeed?tab=paraVos' })],
  ['a fan among admins', 403, () => ({ url: '/api/getDashboard', headers: { cookie: cookie() } })],
  ['another site', 403, () => ({ url: '/api/signOut', method: 'POST', headers: { origin: 'null' } })],
  [
    'a long body',
    413,
    () => ({ url: '/api/signOut', method: 'POST', headers: json, body: ' '.repeat(70_000) }),
  ],
  [
    'another type',
    415,
    () => ({ url: '/api/signOut', method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }),
  ],
  ['an address with a slash too many', 301, () => ({ url: `/perfil/${ana.uid}/` })],
  ['robots.txt', 200, () => ({ url: '/robots.txt' })],
  ['the sitemap', 200, () => ({ url: '/sitemap.xml' })],
  ['health', 200, () => ({ url: '/health/live' })],
  ['readiness', 200, () => ({ url: '/health/ready' })],
  ['the metrics', 200, () => ({ url: '/metrics' })],
];

const cachePolicies: Record<string, RegExp> = { '/robots.txt': /^no-cache$/, '/sitemap.xml': /^no-cache$/ };

it.each(kinds)('%s is answered with %d and its security headers', async (_, status, make) => {
  const { url, ...options } = make();
  const stop = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
    ...options,
    redirect: 'manual',
    signal: stop.signal,
  });
  const headers = Object.fromEntries(answer.headers);
  const isFailed = status >= 400 && status !== 416;
  expect(isFailed ? isFailure(await answer.text()) : true).toBe(true);
  stop.abort();
  expect(answer.status).toBe(status);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': expect.stringMatching(
      cachePolicies[url] ?? (url === image ? /immutable$/ : /^no-store$/),
    ),
  });
  for (const name of ['access-control-allow-origin', 'server', 'x-powered-by'])
    expect(headers).not.toHaveProperty(name);
});

/** Sends raw bytes. @returns the head of the first answer, and its body when the connection has ended */
async function answerTo(bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

describe('an unreadable request', () => {
  it.each([
    ['no HTTP', 'hola\r\n\r\n', 400],
    ['a method that there is not', 'FUERA /api/getSession HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/signOut HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
    ],
    [
      'a length and pieces',
      'POST /api/signOut HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a long header', `GET /api/getSession HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s gets the usual error body', async (_, bytes, status) => {
    const { head, body } = await answerTo(bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^x-content-type-options: nosniff\r?$/m);
    expect(isFailure(body)).toBe(true);
  });
});

describe('a request is refused unless it names one host', () => {
  const statusOf = async (target: string, hosts: readonly string[], version = '1.1') => {
    const lines = [...hosts, 'Connection: close'].join('\r\n');
    const { head, body } = await answerTo(`GET ${target} HTTP/${version}\r\n${lines}\r\n\r\n`);
    const status = Number(head.split(' ')[1]);
    expect(isFailure(body)).toBe(status !== 200);
    return status;
  };

  it.each([
    ['two', '/api/getSession', ['Host: localhost', 'Host: evil.example']],
    ['the same one twice', '/api/getSession', ['Host: localhost', 'hOST: localhost']],
    ['two at a path that there is not', '/nope', ['Host: localhost', 'Host: evil.example']],
    ['none', '/api/getSession', []],
    ['no host', '/api/getSession', ['Host: a@b/c']],
    ['a list', '/api/getSession', ['Host: localhost evil.example']],
    ['another one in its first line', 'http://evil.example/api/getSession', ['Host: localhost']],
    ['another port in its first line', 'http://localhost:81/api/getSession', ['Host: localhost']],
  ])('%s', async (_, target, hosts) => expect(await statusOf(target, hosts)).toBe(400));

  it.each([
    ['a name', '/api/getSession', ['Host: tablon.example']],
    ['a name and a port', '/api/getSession', ['HOST: localhost:3000']],
    ['an address', '/api/getSession', ['Host: [::1]:3000']],
    ['nothing', '/api/getSession', ['Host:']],
    ['the same one in its first line', 'http://localhost/api/getSession', ['Host: LOCALHOST:80']],
  ])('but not with %s', async (_, target, hosts) => expect(await statusOf(target, hosts)).toBe(200));

  it('except in HTTP/1.0, which has no Host header', async () => {
    expect(await statusOf('/api/getSession', [], '1.0')).toBe(200);
  });
});

it('a command whose body comes after the end of its session is refused', async () => {
  const thief = await site.user('Ladrona');
  const cookies = [...thief.cookies].map((pair) => pair.join('=')).join('; ');
  const socket = connect(port, '127.0.0.1');
  const body = JSON.stringify({ text: 'No soy yo' });
  socket.write(
    `POST /api/publishPost HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length + 1}\r\n\r\n`,
  );
  // Its admission needs more than one turn when its session is not cached.
  await thief.call('getSession');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await thief.call('signOut', {});
  socket.write(`${body} `);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  const { rows } = await db.raw.query('SELECT 1 FROM posts WHERE owner_uid = $1', [thief.uid]);
  expect(rows).toEqual([]);
});

it.each(['TRACE', 'OPTIONS', 'DELETE', 'PATCH', 'PROPFIND', 'CONNECT'])(
  '%s is answered with 405 and the allowed methods, at every path',
  async (method) => {
    for (const target of ['/', '/api/getSession', image, '/nope.txt']) {
      const sentTo = method === 'CONNECT' ? 'localhost:443' : target;
      const { head, body } = await answerTo(
        `${method} ${sentTo} HTTP/1.1\r\nHost: localhost:443\r\nX-Secret: hush\r\nConnection: close\r\n\r\n`,
      );
      expect(head).toMatch(/^HTTP\/1\.1 405 /);
      expect(head).toMatch(/^allow: GET, HEAD, POST\r?$/m);
      expect(isFailure(body)).toBe(true);
      expect(head + body).not.toContain('hush');
    }
  },
);

// Routes that are not calls; '*' are the files under /media. A new route must be added here and have tests.
const others = [
  '/api/events',
  '/api/openapi.json',
  '/api/googleCallback',
  '*',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/@:name',
  '/@:name/',
  '/@:name/atom.xml',
  '/club/:slug',
  '/club/:slug/',
  '/p/:id',
  '/p/:id/',
  '/perfil/:name',
  '/perfil/:name/',
  '/perfil/:name/atom.xml',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/:name.xml',
  '/ultimas.json',
];

it('there are no routes besides the known ones', () => {
  const routes = addressesOf(site.app.http.printRoutes({ commonPrefix: false }));
  const throughFastify = Object.entries(calls).filter(
    ([, { kind }]) => kind !== 'query' && kind !== 'command',
  );
  const expected = [...throughFastify.map(([name]) => `/api/${name}`), ...others];
  expect(routes.toSorted()).toEqual(expected.toSorted());
});

function isFailure(body: string): boolean {
  const { error } = JSON.parse(body) as { error?: { code?: string; message?: string } };
  return (problemCodes as string[]).includes(error?.code ?? '') && / \w+.*\.$/.test(error?.message ?? '');
}

// Fastify prints a tree: `├── /api/getProfile (GET)`, and `│   └── Posts (GET)` below it.
function addressesOf(tree: string): string[] {
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, branch = '', part = '', methods] = /^([│├└─ ]*)(\S+)(?: \((.*)\))?/.exec(line) ?? [];
    if (part === '') return [];
    path.splice(branch.length / 4 - 1, Infinity, part);
    return methods === undefined ? [] : [path.join('')];
  });
}
