import type { FetchEvent } from './scope.ts';

export const images = 'tablon-images';
const maxImages = 60;

/** Keeps the sixty uploaded pictures seen last, so that the last feed shows them offline. */
export async function answerImage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(images);
  const cachedImage = await cache.match(request, { ignoreVary: true });
  if (cachedImage) {
    event.waitUntil(touch(cache, request, cachedImage.clone()));
    return cachedImage;
  }
  const answer = await fetch(request);
  if (isCacheable(answer)) event.waitUntil(store(cache, request, answer.clone()));
  return answer;
}

// Complete, from this site, and content-addressed: an avatar without its version may change.
function isCacheable({ status, type, headers }: Response): boolean {
  return status === 200 && type === 'basic' && /\bimmutable\b/.test(headers.get('cache-control') ?? '');
}

async function store(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer);
  const oldest = (await cache.keys()).slice(0, -maxImages);
  await Promise.all(oldest.map((key) => cache.delete(key)));
}

// Re-inserts it as the newest. The newer half is in no danger of eviction.
async function touch(cache: Cache, request: Request, answer: Response): Promise<void> {
  const place = (await cache.keys()).findIndex(({ url }) => url === request.url);
  if (place === -1 || place >= maxImages / 2) return;
  await cache.delete(request);
  await cache.put(request, answer);
}
