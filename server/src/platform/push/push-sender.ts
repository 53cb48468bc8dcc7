import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';

import { LRUCache } from 'lru-cache';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import webPush from 'web-push';

import { type Dial, dialAddress, openConnection } from '../outbound/web-dial.ts';
import { resolveHost } from '../outbound/web-resolver.ts';
import { findTarget, type Resolve } from '../outbound/web-target.ts';
import type { PushKeys, VapidKeys } from './push-keys.ts';

export type PushAddress = { readonly endpoint: string; readonly keys: PushKeys };

export type PushMessage = {
  text: string;
  /** A message that waits at the push service gives way to the next one of its topic. */
  topic: string;
};

/**
 * What came of a message: the push service took it, knows the device no more, will never take it, or may take it
 * later. `status` is null when it did not answer.
 */
export type PushOutcome =
  | { kind: 'sent' | 'gone' }
  | { kind: 'refused'; status: number }
  | { kind: 'later'; status: number | null; afterMs: number | null };

export type PushSenderOptions = {
  keys: VapidKeys;
  /** Where the keepers of a push service find those of this site. */
  subject: string;
  now: () => Date;
  /** Others in tests. */
  resolve?: Resolve;
  dial?: Dial;
};

const patienceMs = 5_000;
const restMs = 30_000;
/** How long a push service keeps a message for a device that is off. */
const lifeSeconds = 24 * 3600;

// Who could name any address would make us ask it.
const pushHosts = /^fcm\.googleapis\.com$|\.(?:push\.services\.mozilla|notify\.windows|push\.apple)\.com$/;

/** Whether an endpoint lies at one of the push services of the known browsers. */
export function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.protocol !== 'https:' || url.port !== '') return false;
  return url.username === '' && url.password === '' && pushHosts.test(url.hostname);
}

/** Sends messages to browsers through their push services, encrypted and signed. */
export class PushSender {
  /** How many messages came to what. */
  readonly counts: Record<PushOutcome['kind'], number> = { sent: 0, gone: 0, refused: 0, later: 0 };
  readonly #keys: VapidKeys;
  readonly #subject: string;
  readonly #now: () => Date;
  readonly #agent: Agent;
  // Hosts that did not answer, until when they are left alone: nobody waits for the same silence again and again.
  readonly #resting = new LRUCache<string, number>({ max: 1_000 });

  constructor({ keys, subject, now, resolve = resolveHost, dial = dialAddress }: PushSenderOptions) {
    this.#keys = keys;
    this.#subject = subject;
    this.#now = now;
    this.#agent = new Agent({
      allowH2: false,
      connections: 8,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      connect: guardedConnect(resolve, dial),
    });
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  /** Sends a message. It takes five seconds at most and never throws for what a push service does. */
  async send(address: PushAddress, message: PushMessage): Promise<PushOutcome> {
    const outcome = await this.#send(address, message);
    this.counts[outcome.kind]++;
    return outcome;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #send({ endpoint, keys }: PushAddress, { text, topic }: PushMessage): Promise<PushOutcome> {
    if (!isPushEndpoint(endpoint)) return { kind: 'gone' };
    const { origin, host, pathname, search } = new URL(endpoint);
    const at = this.#now();
    const restingMs = (this.#resting.get(host) ?? 0) - at.getTime();
    if (restingMs > 0) return { kind: 'later', status: null, afterMs: restingMs };
    // It dials nothing: the message goes out over our own guarded connection.
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, {
      vapidDetails: { subject: this.#subject, ...this.#keys },
      TTL: lifeSeconds,
      topic: createHash('sha256').update(topic).digest('base64url').slice(0, 32),
    });
    const request = { origin, path: pathname + search, method: 'POST', headers, body } as const;
    try {
      const answer = await this.#ask({ ...request, signal: AbortSignal.timeout(patienceMs) });
      this.#resting.delete(host);
      return outcomeOf(answer.statusCode, retryAfter(answer.headers['retry-after'], at));
    } catch {
      // Whatever it was, there was no answer: a hang, a broken connection, an address that may not be dialled.
      this.#resting.set(host, at.getTime() + restMs);
      return { kind: 'later', status: null, afterMs: null };
    }
  }

  async #ask(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    const answer = await this.#agent.request(request);
    // Nobody reads it; without its end the connection could not be used again.
    await answer.body.dump({ limit: 16_384 }).catch(() => undefined);
    return answer;
  }
}

type Connected = (...result: [Error, null] | [null, Socket]) => void;

function guardedConnect(resolve: Resolve, dial: Dial): buildConnector.connector {
  const connect = async (hostname: string, done: Connected) => {
    const signal = AbortSignal.timeout(patienceMs);
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

/** Seconds or a date, as HTTP has it. */
function retryAfter(value: string | string[] | undefined, at: Date): number | null {
  if (typeof value !== 'string') return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - at.getTime();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
