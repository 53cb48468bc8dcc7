import type { Socket } from 'node:net';

import type { buildConnector, Client } from 'undici';

import { Slots, SlotsFull } from '../concurrency/slots.ts';
import { type BodyBound, readBody } from './web-body.ts';
import { type Dial, dialAddress, openConnection } from './web-dial.ts';
import { WebFailure } from './web-failure.ts';
import { resolveHost } from './web-resolver.ts';
import { findTarget, plainHost, type Resolve, type WebTarget } from './web-target.ts';

export type WebFetchOptions = {
  ownHosts: readonly string[];
  userAgent: string;
  resolve?: Resolve;
  dial?: Dial;
};

/** `timeoutMs` does not count waiting in the queue. */
export type WebRequest = BodyBound & { accept: string; timeoutMs: number; signal: AbortSignal };

export type WebAnswer = { url: URL; type: string; body: AsyncIterable<Uint8Array> };

const redirectsMax = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches URLs that users supply: never from our own network, without cookies or shared connections, sixteen
 * requests at once and two per host.
 */
export class WebFetch {
  readonly #ownHosts: ReadonlySet<string>;
  readonly #userAgent: string;
  readonly #resolve: Resolve;
  readonly #dial: Dial;
  readonly #slots = new Slots({ running: 16, runningPerKey: 2, waiting: 64, waitingPerKey: 16 });

  constructor({ ownHosts, userAgent, resolve = resolveHost, dial = dialAddress }: WebFetchOptions) {
    this.#ownHosts = new Set(ownHosts.map(plainHost));
    this.#userAgent = userAgent;
    this.#resolve = resolve;
    this.#dial = dial;
  }

  /**
   * Follows at most three redirects, each checked like the first. The response is valid until `read` is done.
   * @throws {WebFailure}
   */
  async get<T>(address: string, request: WebRequest, read: (answer: WebAnswer) => Promise<T>): Promise<T> {
    let url = URL.parse(address);
    let { timeoutMs } = request;
    for (let hop = 0; url !== null && hop <= redirectsMax; hop++) {
      const step: Step<T> = await this.#inTurn(url, { ...request, timeoutMs }, read);
      if ('value' in step) return step.value;
      timeoutMs -= step.durationMs;
      const isDowngrade = url.protocol === 'https:' && step.next?.protocol === 'http:';
      url = isDowngrade ? null : step.next;
    }
    throw new WebFailure('forbidden');
  }

  async #inTurn<T>(url: URL, request: WebRequest, read: (answer: WebAnswer) => Promise<T>): Promise<Step<T>> {
    try {
      return await this.#slots.run(plainHost(url.hostname), request.signal, async () => {
        const startedAt = performance.now();
        const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(request.timeoutMs)));
        const signal = AbortSignal.any([request.signal, timeout]);
        const step = await this.#request(url, { ...request, signal }, read);
        return 'value' in step ? step : { ...step, durationMs: performance.now() - startedAt };
      });
    } catch (error) {
      const neverStarted = error instanceof SlotsFull || error === request.signal.reason;
      throw neverStarted ? new WebFailure('busy', error) : error;
    }
  }

  async #request<T>(
    url: URL,
    request: WebRequest,
    read: (answer: WebAnswer) => Promise<T>,
  ): Promise<Answer<T>> {
    const { signal } = request;
    const target = await findTarget(url, { ownHosts: this.#ownHosts, resolve: this.#resolve }, signal);
    const connections: Socket[] = [];
    // A client per request: users share no connection, session or cookie.
    const client = await this.#client(target, connections, signal);
    try {
      const { statusCode, headers, body } = await this.#send(client, url, request);
      body.on('error', () => {});
      if (redirects.has(statusCode)) return { next: locationOf(headers.location, url) };
      if (statusCode < 200 || statusCode > 299) throw new WebFailure('failed');
      const encoding = [headers['content-encoding'] ?? []].flat().join(',');
      const type = [headers['content-type'] ?? []].flat().join(',');
      return { value: await read({ url, type, body: readBody(body, encoding, request) }) };
    } finally {
      void client.destroy().catch(() => {});
      for (const connection of connections) connection.on('error', () => {}).destroy();
    }
  }

  async #send(client: Client, url: URL, { accept, signal }: WebRequest) {
    try {
      return await client.request({
        method: 'GET',
        path: url.pathname + url.search,
        headers: {
          'user-agent': this.#userAgent,
          accept,
          'accept-language': 'es-AR,es;q=0.9,en;q=0.5',
          'accept-encoding': 'gzip, br',
        },
        signal,
      });
    } catch (error) {
      throw error instanceof WebFailure ? error : new WebFailure('failed', error);
    }
  }

  async #client(target: WebTarget, connections: Socket[], signal: AbortSignal): Promise<Client> {
    const { Client } = await import('undici');
    return new Client(target.url.origin, {
      allowH2: false,
      pipelining: 0,
      maxHeaderSize: 32_768,
      connect: (_options, done) => {
        const dial: Dial = (to) => {
          const connection = this.#dial(to);
          connections.push(connection);
          return connection;
        };
        void connectThen(openConnection(target, dial, signal), done);
      },
    });
  }
}

type Answer<T> = { value: T } | { next: URL | null };
type Step<T> = { value: T } | { next: URL | null; durationMs: number };

async function connectThen(opening: Promise<Socket>, done: buildConnector.Callback): Promise<void> {
  let connection: Socket;
  try {
    connection = await opening;
  } catch (error) {
    done(error as Error, null);
    return;
  }
  done(null, connection);
}

function locationOf(location: string | string[] | undefined, from: URL): URL | null {
  return typeof location === 'string' ? URL.parse(location, from.href) : null;
}
