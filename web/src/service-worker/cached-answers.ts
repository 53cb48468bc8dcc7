import { images } from './images.ts';
import type { FetchEvent } from './scope.ts';

const answers = 'tablon-answers';
const session = '/api/getSession';
const cachedCalls = new Set([session, '/api/getFeed?tab=siguiendo', '/api/getFeed?tab=paraVos']);

export function isCachedCall(address: string): boolean {
  return cachedCalls.has(address);
}

/** Pages and calls that the network has answered to them while this worker runs. */
const callsWithAnswer = new Set<string>();

/**
 * Offline, the cached answer with a marker. In a full stadium a phone is connected and nothing arrives: a page
 * that has nothing to show yet gets it after `patienceMs` too. The cache belongs to one user at a time.
 */
export async function answerFromNetworkOrCache(event: FetchEvent, patienceMs = 8_000): Promise<Response> {
  const { request, clientId } = event;
  const call = `${clientId} ${request.url}`;
  const owner = cachedUid();
  const network = fetch(request);
  const keep = (answer: Response) => {
    callsWithAnswer.add(call);
    return store(request, answer.clone(), owner);
  };
  // Also when it comes after the cached one.
  event.waitUntil(network.then(keep, noAnswer));
  const tries = [network.then((answer) => answer, noAnswer)];
  if (!callsWithAnswer.has(call)) tries.push(new Promise((resolve) => setTimeout(resolve, patienceMs, null)));
  return (await Promise.race(tries)) ?? (await cachedAnswerTo(request)) ?? network;
}

const noAnswer = () => null;

async function cachedAnswerTo(request: Request): Promise<Response | null> {
  const cachedAnswer = await (await caches.open(answers)).match(request, { ignoreVary: true });
  if (!cachedAnswer) return null;
  const headers = new Headers(cachedAnswer.headers);
  headers.set('tablon-from-cache', '1');
  return new Response(cachedAnswer.body, { headers });
}

async function store(request: Request, answer: Response, owner: Promise<string | null>): Promise<void> {
  if (answer.status === 401) return clear();
  if (!answer.ok) return;
  if (request.url === sessionAddress()) return storeSession(answer);
  const requester = await owner;
  // Another user may have signed in meanwhile.
  if (requester !== null && requester !== (await cachedUid())) return;
  await (await caches.open(answers)).put(request, answer);
}

async function storeSession(answer: Response): Promise<void> {
  const cachedSession = (await answer.json()) as { user: { uid: string } | null };
  const uid = cachedSession.user?.uid;
  if (uid === undefined || uid !== ((await cachedUid()) ?? uid)) await clear();
  if (uid === undefined) return;
  // Offline nobody needs admin rights or their own email.
  const offlineSession = { ...cachedSession, email: null, findableByEmail: null, isAdmin: false };
  await (await caches.open(answers)).put(sessionAddress(), Response.json(offlineSession));
}

export async function cachedUid(): Promise<string | null> {
  const cachedAnswer = await caches.match(sessionAddress(), { cacheName: answers });
  return cachedAnswer ? ((await cachedAnswer.json()) as { user: { uid: string } }).user.uid : null;
}

const sessionAddress = () => new URL(session, location.origin).href;

async function clear(): Promise<void> {
  await Promise.all([caches.delete(answers), caches.delete(images)]);
}
