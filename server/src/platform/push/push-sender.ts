import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';

import type { buildConnector, Dispatcher } from 'undici';

import { SieveCache } from '../concurrency/sieve-cache.ts';
import { type Dial, dialAddress, openConnection } from '../outbound/web-dial.ts';
import { resolveHost } from '../outbound/web-resolver.ts';
import { findTarget, type Resolve } from '../outbound/web-target.ts';
import { OnFirstUse } from '../process/on-first-use.ts';
import type { PushKeys, VapidKeys } from './push-keys.ts';

export type PushAddress = { readonly endpoint: string; readonly keys: PushKeys };

export type PushMessage = {
  text: string;
  /** A waiting message is replaced by the next one with the same topic. */
  topic: string;
};

/**
 * `gone`: the device; `refused`: for good; `later`: retry. `status` is null when the service did not answer.
 */
export type PushOutcome =
  | { kind: 'sent' | 'gone' }
  | { kind: 'refused'; status: number }
  | { kind: 'later'; status: number | null; afterMs: number | null };

export type PushSenderOptions = {
  keys: VapidKeys;
  subject: string;
  now: () => Date;
  resolve?: Resolve;
  dial?: Dial;
};

const timeoutMs = 5_000;
const backOffMs = 30_000;
/** A push service keeps a message this long for an offline device. */
const lifeSeconds = 24 * 3600;

// Otherwise a client could register any address and make us request it.
const pushHosts = /^fcm\.googleapis\.com$|\.(?:push\.services\.mozilla|notify\.windows|push\.apple)\.com$/;

export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.protocol !== 'https:' || url.port !== '') return false;
  return url.username === '' && url.password === '' && pushHosts.test(url.hostname);
}

export class PushSender {
  readonly counts: Record<PushOutcome['kind'], number> = { sent: 0, gone: 0, refused: 0, later: 0 };
  readonly #keys: VapidKeys;
  readonly #subject: string;
  readonly #now: () => Date;
  readonly #agent: OnFirstUse<Dispatcher>;
  // Hosts that did not answer, and the times until which they are not tried again.
  readonly #backOffUntil = new SieveCache<number>({ max: 1_000 });

  constructor({ keys, subject, now, resolve = resolveHost, dial = dialAddress }: PushSenderOptions) {
    this.#keys = keys;
    this.#subject = subject;
    this.#now = now;
    this.#agent = new OnFirstUse(async () => {
      const { Agent } = await import('undici');
      return new Agent({
        allowH2: false,
        connections: 8,
        pipelining: 1,
        keepAliveTimeout: 30_000,
        connect: guardedConnect(resolve, dial),
      });
    });
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  /** Takes at most five seconds; never throws for anything a push service does. */
  async send(address: PushAddress, message: PushMessage): Promise<PushOutcome> {
    const outcome = await this.#send(address, message);
    this.counts[outcome.kind]++;
    return outcome;
  }

  async close(): Promise<void> {
    await (await this.#agent.made)?.destroy();
  }

  async #send({ endpoint, keys }: PushAddress, { text, topic }: PushMessage): Promise<PushOutcome> {
    if (!isPushEndpoint(endpoint)) return { kind: 'gone' };
    const { origin, host, pathname, search } = new URL(endpoint);
    const at = this.#now();
    const waitMs = (this.#backOffUntil.get(host) ?? 0) - at.getTime();
    if (waitMs > 0) return { kind: 'later', status: null, afterMs: waitMs };
    // web-push sends nothing itself: the message goes out over our own guarded connection.
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, {
      vapidDetails: { subject: this.#subject, ...this.#keys },
      TTL: lifeSeconds,
      topic: createHash('sha256').update(topic).digest('base64url').slice(0, 32),
    });
    const request = { origin, path: pathname + search, method: 'POST', headers, body } as const;
    try {
      const answer = await this.#request({ ...request, signal: AbortSignal.timeout(timeoutMs) });
      this.#backOffUntil.delete(host);
      return outcomeOf(answer.statusCode, retryAfter(answer.headers['retry-after'], at));
    } catch {
      // No answer: a time-out, a broken connection, or a forbidden address.
      this.#backOffUntil.set(host, at.getTime() + backOffMs);
      return { kind: 'later', status: null, afterMs: null };
    }
  }

  async #request(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    const answer = await (await this.#agent.get()).request(request);
    // The connection can be reused only after the body is read.
    await answer.body.dump({ limit: 16_384 }).catch(() => undefined);
    return answer;
  }
}

type ConnectCallback = (...result: [Error, null] | [null, Socket]) => void;

function guardedConnect(resolve: Resolve, dial: Dial): buildConnector.connector {
  const connect = async (hostname: string, done: ConnectCallback) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const url = new URL(`https://${hostname}/`);
      const target = await findTarget(url, { ownHosts: new Set(), resolve }, signal);
      done(null, await openConnection(target, dial, signal));
    } catch (error) {
      done(error as Error, null);
    }
  };
  return ({ hostname }, done) => void connect(hostname, done);
}

function outcomeOf(status: number, afterMs: number | null): PushOutcome {
  if (status >= 200 && status <= 299) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) return { kind: 'later', status, afterMs };
  return { kind: 'refused', status };
}

/** The header is in seconds or a date. @returns milliseconds */
function retryAfter(value: string | string[] | undefined, at: Date): number | null {
  if (typeof value !== 'string') return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - at.getTime();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
