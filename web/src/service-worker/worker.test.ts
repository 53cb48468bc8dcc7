import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import * as undici from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import type * as cachedAnswersModule from './cached-answers.ts';
import type * as imagesModule from './images.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';
import type * as shellModule from './shell.ts';

// The modules use a worker's globals, which undici implements as browsers do.
type Modules = typeof shellModule & typeof cachedAnswersModule & typeof imagesModule;

const SHELL_FILES = ['/assets/boot-1.js', '/logo.svg'];

let worker: Modules;
let versionTwo: typeof shellModule;
let server: Server;
let origin: string;
let routes: { [path: string]: (answer: ServerResponse) => void };
let waiting: Promise<unknown>[];

beforeAll(async () => {
  server = createServer((request, answer) => {
    const route = routes[request.url ?? ''];
    if (route) route(answer);
    else request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { caches, fetch, Headers, Request, Response } = undici;
  const globals = { caches, fetch, Headers, Request, Response, location: { origin } };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.stubGlobal('SHELL_FILES', SHELL_FILES);
  versionTwo = await loadShell('two');
  worker = {
    ...(await loadShell('one')),
    ...(await import('./cached-answers.ts')),
    ...(await import('./images.ts')),
  };
});
beforeEach(() => {
  routes = {};
  waiting = [];
});
afterEach(async () => {
  for (const name of await caches.keys()) await caches.delete(name);
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

it('answers the session and the feed offline as they were last, and marks them', async () => {
  routes['/api/getSession'] = json({ user: { uid: 'ana' }, email: 'ana@ejemplo.ar', isAdmin: true });
  routes['/api/getFeed?tab=siguiendo'] = json({ items: ['gol'] });
  await ask('/api/getSession');
  const live = await ask('/api/getFeed?tab=siguiendo');
  expect(live.headers.has('tablon-from-cache')).toBe(false);

  routes = {};
  const session = await ask('/api/getSession');
  expect(session.headers.get('tablon-from-cache')).toBe('1');
  expect(await session.json()).toEqual({
    user: { uid: 'ana' },
    email: null,
    findableByEmail: null,
    isAdmin: false,
  });
  expect(await (await ask('/api/getFeed?tab=siguiendo')).json()).toEqual({ items: ['gol'] });
  await expect(ask('/api/getFeed?tab=paraVos')).rejects.toThrow('fetch failed');
});

it('answers a page that has nothing yet from the cache when the network is silent, and keeps what comes later', async () => {
  const feed = '/api/getFeed?tab=siguiendo';
  routes['/api/getSession'] = json({ user: { uid: 'ana' } });
  routes[feed] = json({ items: ['gol'] });
  await ask('/api/getSession');
  await ask(feed);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  routes[feed] = (answer) => void held.then(() => json({ items: ['otro'] })(answer));

  const start = await worker.answerFromNetworkOrCache(eventOf(feed, 'new page').event, 50);
  expect(start.headers.get('tablon-from-cache')).toBe('1');
  expect(await start.json()).toEqual({ items: ['gol'] });
  // A page that has had it shows posts which the cached one lacks.
  const later = worker.answerFromNetworkOrCache(eventOf(feed).event, 0);
  const never = worker.answerFromNetworkOrCache(eventOf('/api/getFeed?tab=paraVos').event, 0);
  release();
  expect(await (await later).json()).toEqual({ items: ['otro'] });
  await expect(never).rejects.toThrow('fetch failed');
  await Promise.all(waiting);
  routes = {};
  expect(await (await ask(feed)).json()).toEqual({ items: ['otro'] });
});

it('forgets the feed of one person when another one, or nobody, is here', async () => {
  for (const next of [json({ user: { uid: 'beto' } }), json({ user: null })]) {
    routes['/api/getSession'] = json({ user: { uid: 'ana' } });
    routes['/api/getFeed?tab=siguiendo'] = json({ items: ['de Ana'] });
    await ask('/api/getSession');
    await ask('/api/getFeed?tab=siguiendo');
    routes = { '/api/getSession': next };
    await ask('/api/getSession');
    await expect(ask('/api/getFeed?tab=siguiendo')).rejects.toThrow('fetch failed');
  }
});

it('does not cache a feed that the previous user requested', async () => {
  routes['/api/getSession'] = json({ user: { uid: 'ana' } });
  await ask('/api/getSession');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  routes['/api/getFeed?tab=siguiendo'] = (answer) =>
    void held.then(() => json({ items: ['de Ana'] })(answer));
  const late = ask('/api/getFeed?tab=siguiendo');
  routes['/api/getSession'] = json({ user: { uid: 'beto' } });
  await ask('/api/getSession');
  release();
  await late;
  routes = {};
  await expect(ask('/api/getFeed?tab=siguiendo')).rejects.toThrow('fetch failed');
});

it('forgets all of it when the server refuses the session', async () => {
  routes['/api/getSession'] = json({ user: { uid: 'ana' } });
  await ask('/api/getSession');
  routes['/api/getFeed?tab=paraVos'] = (answer) => answer.writeHead(401).end();
  await ask('/api/getFeed?tab=paraVos');
  routes = {};
  await expect(ask('/api/getSession')).rejects.toThrow('fetch failed');
});

it('caches only these calls, and the page only for its own paths', () => {
  const calls = [
    '/api/getSession',
    '/api/getFeed?tab=paraVos',
    '/api/getFeed?tab=paraVos&cursor=x',
    '/api/getPost?postId=1',
  ];
  expect(calls.map(worker.isCachedCall)).toEqual([true, true, false, false]);
  for (const path of ['/', '/feed', '/p/1', '/perfil/@lu.canalla'])
    expect([path, worker.isPage(path)]).toEqual([path, true]);
  for (const path of [
    '/@lu.canalla/atom.xml',
    '/api/googleCallback',
    '/media/a',
    '/recuperar',
    '/google-listo.html',
    '/metrics',
  ])
    expect([path, worker.isPage(path)]).toEqual([path, false]);
});

it('asks the server where people without an account may read', () => {
  const read = ['/p/1', '/perfil/1', '/@lu.canalla', '/club/boca'];
  expect([...read, '/feed', '/tema/gol', '/clubes'].filter(worker.isPublicPath)).toEqual(read);
});

it('leaves the event stream, and every uncached call, to the browser', async () => {
  let onFetch: (event: object) => void = () => {};
  vi.stubGlobal('addEventListener', (type: string, listener: typeof onFetch) => {
    if (type === 'fetch') onFetch = listener;
  });
  await import('../service-worker.ts');
  const takes = (path: string, { method = 'GET', mode = 'cors', destination = '' } = {}) => {
    let hasTakenOver = false;
    const forget = (work: Promise<unknown>) => void work.catch(() => undefined);
    const respondWith = (answer: Promise<unknown>) => {
      hasTakenOver = true;
      forget(answer);
    };
    const url = new URL(path, origin).href;
    onFetch({ request: { url, method, mode, destination }, respondWith, waitUntil: forget });
    return hasTakenOver;
  };
  for (const path of ['/api/events', '/api/getNotifications', '/api/getFeed?tab=siguiendo&cursor=x'])
    expect([path, takes(path)]).toEqual([path, false]);
  expect(takes('/api/getSession', { method: 'POST' })).toBe(false);
  expect(takes('https://ejemplo.invalid/api/getSession')).toBe(false);
  expect(takes('/media/gol.webm', { destination: 'video' })).toBe(false);
  expect(takes('/api/googleCallback', { mode: 'navigate' })).toBe(false);
  expect(takes('/api/getSession')).toBe(true);
  expect(takes('/feed', { mode: 'navigate' })).toBe(true);
  expect(takes('/media/gol.jpg', { destination: 'image' })).toBe(true);
  expect(takes('/assets/boot-1.js')).toBe(true);
});

it('fetches a chunk a second time, for a network that has just returned, but not offline', async () => {
  const load = () => worker.answerAsset(eventOf('/assets/gol.js').event);
  let requests = 0;
  routes['/assets/gol.js'] = (answer) => {
    requests++;
    if (requests === 1) answer.destroy();
    else answer.end('gol');
  };
  vi.stubGlobal('navigator', { onLine: false });
  await expect(load()).rejects.toThrow('fetch failed');
  vi.stubGlobal('navigator', { onLine: true });
  requests = 0;
  expect(await (await load()).text()).toBe('gol');
  expect(requests).toBe(2);
});

it('caches the sixty pictures seen last, and none that may change', async () => {
  const picture = (n: number) => `/media/${n}.jpg`;
  const bytes = (caching: string) => (answer: ServerResponse) =>
    answer.writeHead(200, { 'cache-control': caching }).end('x');
  const look = async (path: string) => {
    const { event } = eventOf(path);
    Object.defineProperty(event.request, 'destination', { value: 'image' });
    await worker.answerImage(event);
    await Promise.all(waiting);
  };
  routes['/media/avatar'] = bytes('no-cache');
  await look('/media/avatar');
  for (let n = 0; n < 60; n++) {
    routes[picture(n)] = bytes('public, max-age=31536000, immutable');
    await look(picture(n));
  }
  await look(picture(0));
  routes[picture(60)] = bytes('public, max-age=31536000, immutable');
  await look(picture(60));
  const cached = (await (await caches.open(worker.images)).keys()).map(({ url }) => url.slice(origin.length));
  expect(cached).toHaveLength(60);
  expect(cached).toContain(picture(0));
  expect(cached).not.toContain(picture(1));
  expect(cached).not.toContain('/media/avatar');
});

it('precaches a shell completely or not at all', async () => {
  serveShell('<script src="/assets/boot-2.js">');
  await expect(worker.precacheShell()).rejects.toThrow('another version');
  expect(await caches.keys()).toEqual([]);
  routes['/'] = (answer) => answer.end('<script src="/assets/boot-1.js">');
  delete routes['/logo.svg'];
  await expect(worker.precacheShell()).rejects.toThrow('Cache.addAll');
  expect(await caches.keys()).toEqual([]);
  routes['/logo.svg'] = (answer) => answer.end('');
  await worker.precacheShell();
  expect(await caches.keys()).toEqual(['tablon-shell-one']);
});

it('takes neither a notice of a proxy nor a redirected page for the shell', async () => {
  serveShell('<h1>Estamos en mantenimiento</h1>');
  await expect(worker.precacheShell()).rejects.toThrow('another version');
  serveShell();
  routes['/ingresar-a-la-red'] = (answer) => answer.end(shellPage);
  routes['/'] = (answer) => answer.writeHead(302, { location: '/ingresar-a-la-red' }).end();
  await expect(worker.precacheShell()).rejects.toThrow('another version');
  expect(await caches.keys()).toEqual([]);
});

it('a failed install of a worker with the same files leaves the running worker its shell', async () => {
  serveShell();
  await worker.precacheShell();
  delete routes['/logo.svg'];
  await expect(worker.precacheShell()).rejects.toThrow('Cache.addAll');
  routes = {};
  expect(await start()).toBe(shellPage);
  const files = await (await caches.open('tablon-shell-one')).keys();
  expect(files.map(({ url }) => url.slice(origin.length)).toSorted()).toEqual(['/', ...SHELL_FILES]);
});

it('does not serve a shell whose files are missing', async () => {
  // A browser that closed during an install.
  await caches.open('tablon-shell-one');
  serveShell();
  delete routes['/logo.svg'];
  await expect(worker.precacheShell()).rejects.toThrow('Cache.addAll');
  serveShell('from the network');
  expect(await start()).toBe('from the network');
});

it('starts the waiting version when no other window is open', async () => {
  serveShell(`${shellPage} one`);
  await worker.installShell();
  serveShell(`${shellPage} two`);
  await versionTwo.installShell();
  const next = { postMessage: vi.fn<(message: unknown) => void>() };
  const begin = (windows: string[], isReload?: boolean) => start({ next, windows, isReload });
  expect(await begin(['other', 'new'])).toContain('one');
  expect(await begin(['other', 'old'], true)).toContain('one');
  expect(next.postMessage).not.toHaveBeenCalled();
  expect(await begin(['new'])).toContain('two');
  expect(await begin(['old'], true)).toContain('two');
  expect(next.postMessage).toHaveBeenCalledWith({ type: 'take-over' });
});

it('after a rollback starts the version that came back, not the one that waited before it', async () => {
  serveShell(`${shellPage} one`);
  await worker.installShell();
  await worker.dropOldShells();
  serveShell(`${shellPage} two`);
  await versionTwo.installShell();
  serveShell(`${shellPage} one`);
  await worker.installShell();
  const next = { postMessage: () => {} };
  expect(await start({ next, windows: ['old'], isReload: true })).toContain('one');
  expect(await start({ next })).toContain('one');
  await worker.dropOldShells();
  expect(await caches.keys()).toEqual(['tablon-shell-one']);
});

it('after a rollback to a release that leaves no mark starts the shell that was created last', async () => {
  serveShell(`${shellPage} two`);
  await versionTwo.installShell();
  await versionTwo.dropOldShells();
  serveShell(`${shellPage} one`);
  await worker.precacheShell();
  expect(await start({ next: { postMessage: () => {} }, running: versionTwo })).toContain('one');
});

it('a shell that the running version fetches again does not become the next one', async () => {
  serveShell(`${shellPage} one`);
  await worker.installShell();
  await worker.dropOldShells();
  serveShell(`${shellPage} two`);
  await versionTwo.installShell();
  await caches.delete('tablon-shell-one');
  serveShell(`${shellPage} one`);
  await start();
  expect(await start({ next: { postMessage: () => {} } })).toContain('two');
});

it('a new version deletes the caches of the previous one, a first one nothing', async () => {
  await caches.open('tablon-shell-one');
  await caches.open('tablon-assets');
  await worker.dropOldShells();
  expect((await caches.keys()).toSorted()).toEqual(['tablon-assets', 'tablon-shell-one']);
  await caches.open('tablon-shell-zero');
  await worker.dropOldShells();
  expect(await caches.keys()).toEqual(['tablon-shell-one']);
});

const shellPage = '<script src="/assets/boot-1.js">';

function serveShell(page = shellPage): void {
  for (const path of SHELL_FILES) routes[path] = (answer) => answer.end('');
  routes['/'] = routes['/feed'] = (answer) => answer.end(page);
}

async function loadShell(version: string): Promise<typeof shellModule> {
  vi.resetModules();
  vi.stubGlobal('SHELL_VERSION', version);
  return import('./shell.ts');
}

type Start = {
  next?: object;
  windows?: string[];
  isReload?: boolean | undefined;
  running?: typeof shellModule;
};

/** @returns the page that the start of the app in a window called 'new' shows */
async function start({
  next,
  windows = ['new'],
  isReload = false,
  running = worker,
}: Start = {}): Promise<string> {
  const { event } = eventOf('/feed');
  Object.assign(event, { resultingClientId: 'new' });
  Object.defineProperty(event.request, 'isReloadNavigation', { value: isReload });
  const matchAll = async () => windows.map((id) => ({ id }));
  const scope = { registration: { waiting: next }, clients: { matchAll } };
  const page = await (await running.answerPage(scope as unknown as WorkerScope, event)).text();
  await Promise.all(waiting);
  return page;
}

async function ask(path: string): Promise<Response> {
  const others = waiting.length;
  const { event } = eventOf(path);
  const answer = await worker.answerFromNetworkOrCache(event);
  await Promise.all(waiting.slice(others));
  return answer;
}

function eventOf(path: string, clientId = 'page'): { event: FetchEvent } {
  const request = new Request(origin + path);
  const waitUntil = (work: Promise<unknown>) => void waiting.push(work);
  return { event: { request, waitUntil, clientId } as unknown as FetchEvent };
}

function json(body: unknown): (answer: ServerResponse) => void {
  return (answer) => answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
