import type { FetchEvent } from './scope.ts';

/** Beside the worker's other caches. */
export const images = 'tablon-images';
const most = 60;

/** A picture that people uploaded: the sixty seen last are kept, so that the last feed shows them without a network. */
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

// Whole, ours, and named after its content: an avatar without its version may be another one tomorrow.
function isKeepable({ status, type, headers }: Response): boolean {
  return status === 200 && type === 'basic' && /\bimmutable\b/.test(headers.get('cache-control') ?? '');
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer);
  const oldest = (await cache.keys()).slice(0, -most);
  await Promise.all(oldest.map((one) => cache.delete(one)));
}

// Written anew it is the newest. Of the newer half nothing is in danger.
async function touch(cache: Cache, request: Request, answer: Response): Promise<void> {
  const place = (await cache.keys()).findIndex(({ url }) => url === request.url);
  if (place === -1 || place >= most / 2) return;
  await cache.delete(request);
  await cache.put(request, answer);
}
