import { images } from './images.ts';
import type { FetchEvent } from './scope.ts';

const answers = 'tablon-answers';
const session = '/api/getSession';
const kept = new Set([session, '/api/getFeed?tab=siguiendo', '/api/getFeed?tab=paraVos']);

/** Whether a call's last answer is cached for offline use: the session and the first page of the feed. */
export function isKeptCall(address: string): boolean {
  return kept.has(address);
}

/** The server's answer; offline, the cached one with a marker. The cache belongs to one user at a time. */
export async function answerKept(event: FetchEvent): Promise<Response> {
  const owner = keptUid();
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keep(event.request, answer.clone(), owner));
    return answer;
  } catch (error) {
    const kept = await (await caches.open(answers)).match(event.request, { ignoreVary: true });
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set('tablon-kept', '1');
    return new Response(kept.body, { headers });
  }
}

async function keep(request: Request, answer: Response, owner: Promise<string | null>): Promise<void> {
  if (answer.status === 401) return forget();
  if (!answer.ok) return;
  if (request.url === sessionAddress()) return keepSession(answer);
  const asked = await owner;
  // Another user may have signed in while this was under way.
  if (asked !== null && asked !== (await keptUid())) return;
  await (await caches.open(answers)).put(request, answer);
}

async function keepSession(answer: Response): Promise<void> {
  const known = (await answer.json()) as { user: { uid: string } | null };
  const uid = known.user?.uid;
  if (uid === undefined || uid !== ((await keptUid()) ?? uid)) await forget();
  if (uid === undefined) return;
  // Offline nobody needs admin rights or their own address.
  const less = { ...known, email: null, findableByEmail: null, isAdmin: false };
  await (await caches.open(answers)).put(sessionAddress(), Response.json(less));
}

async function keptUid(): Promise<string | null> {
  const kept = await caches.match(sessionAddress(), { cacheName: answers });
  return kept ? ((await kept.json()) as { user: { uid: string } }).user.uid : null;
}

const sessionAddress = () => new URL(session, location.origin).href;

async function forget(): Promise<void> {
  await Promise.all([caches.delete(answers), caches.delete(images)]);
}
