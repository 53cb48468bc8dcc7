import type { Call, RateGroup } from '../../../contract/src/calls/define.ts';
import { Problem } from '../../../contract/src/problem.ts';
import { plural } from '../../../contract/src/rules/counters.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import type { CallerRequest } from '../kernel/route.ts';
import type {
  RateLimitKey,
  Limit,
  RateLimiter,
  SharedRateLimiter,
} from '../platform/concurrency/rate-limiter.ts';

const minute = 60;
const hour = 3600;
const day = 24 * hour;

const groups: Record<RateGroup, readonly Limit[]> = {
  read: [{ max: 900, seconds: 5 * minute }],
  publish: [
    { max: 60, seconds: hour },
    { max: 300, seconds: day },
  ],
  comment: [{ max: 120, seconds: hour }],
  react: [{ max: 600, seconds: hour }],
  follow: [
    { max: 200, seconds: hour },
    { max: 400, seconds: day },
  ],
  hide: [
    { max: 200, seconds: hour },
    { max: 1000, seconds: day },
  ],
  delete: [{ max: 60, seconds: hour }],
  moderate: [{ max: 600, seconds: hour }],
  checkHandle: [
    { max: 60, seconds: minute },
    { max: 1000, seconds: hour },
  ],
  editProfile: [{ max: 60, seconds: hour }],
  search: [
    { max: 60, seconds: minute },
    { max: 1000, seconds: hour },
  ],
  upload: [{ max: 30, seconds: 30 * minute }],
  push: [{ max: 60, seconds: hour }],
  account: [{ max: 60, seconds: hour }],
  adImpression: [{ max: 120, seconds: hour }],
  linkPreview: [
    { max: 30, seconds: minute },
    { max: 300, seconds: hour },
  ],
  report: [
    { max: 30, seconds: hour },
    { max: 100, seconds: day },
  ],
};

// Frequent and harmless calls do not wait for other processes: calls within the same second may exceed the
// limit.
const loose: ReadonlySet<RateGroup> = new Set(['read', 'react', 'adImpression']);

/** @returns undefined when there is nothing to wait for */
export function countCall(
  limiter: RateLimiter,
  { group }: Pick<Call, 'group'>,
  uid: string,
): Promise<void> | undefined {
  if (group === null) return undefined;
  const key = `${group} ${uid}`;
  const wait = loose.has(group) ? limiter.takeLoosely(key, groups[group]) : limiter.take(key, groups[group]);
  if (wait instanceof Promise) return wait.then(refuse);
  refuse(wait);
  return undefined;
}

/** Calls above their limit that may repeat an answered one count apart, up to the same limits. */
export async function countRepeat(
  limiter: RateLimiter,
  { group }: Pick<Call, 'group'>,
  uid: string,
): Promise<void> {
  if (group !== null) refuse(await limiter.take(`repeated ${group} ${uid}`, groups[group]));
}

/** Counts the follows of one call beyond the first, which `countCall` has counted. */
export async function countFollows(limiter: RateLimiter, uid: string, follows: number): Promise<void> {
  if (follows > 1) refuse(await limiter.take(`follow ${uid}`, groups.follow, follows - 1));
}

const fallbackFeeds: Limit[] = [{ max: 60, seconds: 5 * minute }];

export async function countFallbackFeed(limiter: RateLimiter, uid: string): Promise<void> {
  refuse(await limiter.take(`fallback feed ${uid}`, fallbackFeeds));
}

const uploadedBytes: Limit[] = [{ max: 500 * 1024 * 1024, seconds: day }];

export async function countUpload(limiter: RateLimiter, uid: string, bytes: number): Promise<void> {
  refuse(await limiter.take(`upload bytes ${uid}`, uploadedBytes, Math.min(bytes, limits.videoBytes)));
}

const adClicks: Limit[] = [
  { max: 3, seconds: hour },
  { max: 10, seconds: day },
];
const adClicksFromAddress: Limit[] = [{ max: 120, seconds: hour }];

/** False above the limits: a few clicks per user, or per address for visitors. */
export async function countAdClick(
  limiter: RateLimiter,
  request: WithAddress,
  adId: string,
  uid: string | null,
): Promise<boolean> {
  const address = addressOf(request);
  const waits = (await limiter.wait(`ad clicks ${address}`, adClicksFromAddress)) > 0;
  if (waits || (await limiter.take(`ad click ${adId} ${uid ?? address}`, adClicks)) > 0) return false;
  return (await limiter.take(`ad clicks ${address}`, adClicksFromAddress)) === 0;
}

/** Strict, since the former handle becomes free for others. */
export const handleLimits: Limit[] = [
  { max: 10, seconds: 5 * minute },
  { max: 20, seconds: day },
];

export const downloadLimits: Limit[] = [{ max: 2, seconds: day }];

const signUpLimits: Limit[] = [
  { max: 10, seconds: hour },
  { max: 50, seconds: day },
];

const takenLimits: Limit[] = [{ max: 30, seconds: hour }];

/**
 * Attempts with a taken e-mail address have a limit of their own: trying one address after the other would
 * reveal who has an account.
 */
export async function countSignUp<T>(
  limiter: SharedRateLimiter,
  request: WithAddress,
  signUp: () => Promise<T>,
): Promise<T> {
  const address = addressOf(request);
  const takenKeys = [{ key: `taken ${address}`, limits: takenLimits }];
  const signUpKeys = [{ key: `sign-up ${address}`, limits: signUpLimits }];
  try {
    return await countIfDone(limiter, signUpKeys, signUp, takenKeys);
  } catch (error) {
    if (error instanceof Problem && error.code === 'auth/email-already-in-use')
      refuse(await limiter.take(takenKeys));
    throw error;
  }
}

const publicPages: Limit[] = [{ max: 600, seconds: minute }];

/** @returns seconds to wait. The limit is high: carriers share one address among many phones. */
export function countPublicPage(limiter: RateLimiter, address: string): number {
  return limiter.takeLoosely(`public page ${address}`, publicPages);
}

const streamLimits: Limit[] = [{ max: 120, seconds: 5 * minute }];

/** Opening a stream is expensive: it may resend ten thousand events. */
export async function countStream(limiter: RateLimiter, uid: string): Promise<void> {
  refuse(await limiter.take(`stream ${uid}`, streamLimits));
}

export const linkLimits: Limit[] = [
  { max: 3, seconds: hour },
  { max: 10, seconds: day },
];

/** Changes that mail a notice: the address may be a stranger's, since nobody has to verify it. */
export const noticeLimits: Limit[] = [
  { max: 5, seconds: hour },
  { max: 10, seconds: day },
];

export const linkFromAddressLimits: Limit[] = [{ max: 15, seconds: hour }];

export const resetLimits: Limit[] = [{ max: 10, seconds: 5 * minute }];

export const publicReportLimits: Limit[] = [
  { max: 10, seconds: hour },
  { max: 30, seconds: day },
];

/**
 * Counts before the work and gives back on failure, so that concurrent requests cannot exceed the limit.
 * @throws Problem above one of the limits, or of `unlessFull`, which are checked but not counted
 */
export async function countIfDone<T>(
  limiter: SharedRateLimiter,
  keys: readonly RateLimitKey[],
  work: () => Promise<T>,
  unlessFull: readonly RateLimitKey[] = [],
): Promise<T> {
  refuse(await limiter.take(keys, unlessFull));
  try {
    return await work();
  } catch (error) {
    await limiter.giveBack(keys);
    throw error;
  }
}

/** `wait` is in seconds. */
export function refuse(wait: number): void {
  if (wait > 0) throw new Problem('resource-exhausted', waitText(wait), { retryAfter: wait });
}

/** Undefined up to a minute: the code's own text says to wait a moment. */
function waitText(wait: number): string | undefined {
  if (wait <= minute) return undefined;
  const minutes = Math.ceil(wait / minute);
  const time =
    minutes < 60 ? plural(minutes, 'minuto', 'minutos') : plural(Math.ceil(wait / hour), 'hora', 'horas');
  return `Demasiados intentos. Probá de nuevo en ${time}.`;
}

type WithAddress = Pick<CallerRequest, 'ip'>;

/** An IPv6 /64 counts as one address, since one home or phone has all of it. */
export function addressOf(request: WithAddress): string {
  if (!request.ip.includes(':')) return request.ip;
  const ip = withoutPort(request.ip);
  const ipv4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (ipv4?.[1]) return ipv4[1];
  const [left = '', right] = ip.replace(/%.*$/, '').split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : 8 - head.length - tail.length;
  const groupsOfIp = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return `${groupsOfIp
    .slice(0, 4)
    .map((g) => parseInt(g, 16).toString(16))
    .join(':')}::/64`;
}

// Some proxies append the port of the client to its address in X-Forwarded-For.
function withoutPort(address: string): string {
  return address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.*)\](?::\d+)?$/, '$1');
}
