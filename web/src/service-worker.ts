import { answerFromNetworkOrCache, cachedUid, isCachedCall } from './service-worker/cached-answers.ts';
import { answerImage } from './service-worker/images.ts';
import { listenForPush } from './service-worker/push.ts';
import type { FetchEvent, WorkerScope } from './service-worker/scope.ts';
import {
  answerAsset,
  answerPage,
  answerPublicPage,
  dropOldShells,
  installShell,
  isPage,
  isPublicPath,
} from './service-worker/shell.ts';

const scope = globalThis as unknown as WorkerScope & Parameters<typeof listenForPush>[0];

scope.addEventListener('install', (event) => event.waitUntil(installShell()));
scope.addEventListener('activate', (event) =>
  event.waitUntil(dropOldShells().then(() => scope.clients.claim())),
);
scope.addEventListener('message', ({ data }) => {
  if (data?.type === 'take-over') void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});
listenForPush(scope);

/** Null: the browser handles the request as without a worker. */
function answerTo(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return null;
  if (request.mode === 'navigate') return isPage(pathname) ? answerNavigation(event, pathname) : null;
  if (isCachedCall(pathname + search)) return answerFromNetworkOrCache(event);
  if (pathname.startsWith('/media/') && request.destination === 'image') return answerImage(event);
  return /^\/(?:assets|icons)\/|^\/\w+\.svg$/.test(pathname) ? answerAsset(event) : null;
}

async function answerNavigation(event: FetchEvent, path: string): Promise<Response> {
  const isMember = !isPublicPath(path) || (await cachedUid()) !== null;
  return isMember ? answerPage(scope, event) : answerPublicPage(scope, event);
}
