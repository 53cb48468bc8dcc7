import type { FetchEvent } from './scope.ts';

export const images = 'tablon-images';
const most = 60;

/** Caches the sixty uploaded pictures seen last, so that the last feed shows them offline. */
export async function answerImage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(images);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) {
    event.waitUntil(touch(cache, request, kept.clone()));
    return kept;
  }
  const answer = await fetch(request);
  if (isKeepable(answer)) event.waitUntil(keep(cache, request, answer.clone()));
  return answer;
}

// Complete, ours, and content-addressed: an avatar without its version may change.
function isKeepable({ status, type, headers }: Response): boolean {
  return status === 200 && type === 'basic' && /\bimmutable\b/.test(headers.get('cache-control') ?? '');
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer);
  const oldest = (await cache.keys()).slice(0, -most);
  await Promise.all(oldest.map((one) => cache.delete(one)));
}

// Re-inserts it as the newest. The newer half is in no danger of eviction.
async function touch(cache: Cache, request: Request, answer: Response): Promise<void> {
  const place = (await cache.keys()).findIndex(({ url }) => url === request.url);
  if (place === -1 || place >= most / 2) return;
  await cache.delete(request);
  await cache.put(request, answer);
}
