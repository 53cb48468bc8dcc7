import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { type CallName, calls, type Input } from '../../../contract/src/calls/all.ts';
import { createPool, type Pool } from '../../src/platform/postgres/database.ts';
import { startRedis, type TestRedis } from '../redis.ts';
import type { Answer, User, Visitor } from '../site.ts';
import { Ground, type ServerProcess } from './server-process.ts';
import { startSharedDatabase } from './shared-database.ts';

/** The process for the next request. */
type Route = () => Pick<ServerProcess, 'url'>;

/** Several server processes on one database, which communicate through a real Redis. */
export class Fleet {
  readonly db: Pool;
  readonly redis: TestRedis;
  readonly servers: ServerProcess[] = [];
  readonly #ground: Ground;
  readonly #database: Awaited<ReturnType<typeof startSharedDatabase>>;
  readonly #env: Record<string, string>;

  private constructor(
    ground: Ground,
    database: Awaited<ReturnType<typeof startSharedDatabase>>,
    redis: TestRedis,
    env: Record<string, string>,
  ) {
    this.#ground = ground;
    this.#database = database;
    this.redis = redis;
    this.#env = env;
    this.db = createPool({
      connection: { connectionString: database.url },
      size: 2,
      withoutTimeouts: true,
      onError: () => {},
    });
  }

  /** `version` is the folder of another version of the program. */
  static async open(count: number, more: Record<string, string> = {}, version?: string): Promise<Fleet> {
    const ground = new Ground();
    const database = await startSharedDatabase(ground);
    const redis = await startRedis();
    const fleet = new Fleet(ground, database, redis, {
      ...database.site,
      DATA_DIR: await ground.folder(),
      MEDIA_SHARED: '1',
      REDIS_URL: redis.url,
      DRAIN_SECONDS: '0',
      MAIN_USER: '',
      LOG_LEVEL: 'fatal',
      ...more,
    });
    // The first one migrates.
    fleet.servers.push(await fleet.start(version));
    const others = Array.from({ length: count - 1 }, () => fleet.start(version));
    fleet.servers.push(...(await Promise.all(others)));
    return fleet;
  }

  start(version?: string): Promise<ServerProcess> {
    return this.#ground.start(this.#env, version);
  }

  readonly anyone: Route = () => this.servers[randomInt(this.servers.length)]!;

  async close(): Promise<void> {
    await this.db.raw.end();
    await this.#ground.killServers();
    await this.redis.kill();
    await this.#database.stop();
    await this.#ground.end();
  }
}

export function browser(route: Route, cookies = new Map<string, string>()): Visitor {
  const ask = async <N extends CallName>(
    name: N,
    input: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<N>> => {
    const isQuery = calls[name].kind === 'query';
    const search = isQuery ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : '';
    return send(`${name}${search}`, {
      headers: {
        cookie: cookieHeader(),
        ...(!isQuery && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(!isQuery && { method: 'POST', body: JSON.stringify(input) }),
    });
  };
  const cookieHeader = () => [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const send = async <N extends CallName>(path: string, init: RequestInit): Promise<Answer<N>> => {
    const answer = await fetch(`${route().url}/api/${path}`, init);
    const text = await answer.text();
    for (const set of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    const body = JSON.parse(text) as Answer<N>['body'];
    return { status: answer.status, body, headers: Object.fromEntries(answer.headers), text };
  };
  return {
    cookies,
    ask,
    call: async <N extends CallName>(name: N, input?: Input<N>, headers?: Record<string, string>) => {
      const { status, body } = await ask(name, input, headers);
      if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`);
      return body;
    },
    upload: (purpose, file, headers) =>
      send(`uploadMedia?purpose=${purpose}`, {
        method: 'POST',
        headers: { cookie: cookieHeader(), 'content-type': 'application/octet-stream', ...headers },
        body: file as Buffer<ArrayBuffer>,
      }),
  };
}

let people = 0;
export const password = 'aguante';

export async function signUp(displayName: string, route: Route): Promise<User> {
  const who = browser(route);
  const email = `persona${++people}@ejemplo.ar`;
  const { user } = await who.call('signUp', { displayName, email, password, acceptedTos: true });
  return Object.assign(who, { uid: user.uid, email });
}

const patienceMs = 30_000;

/** Repeats each call, with its idempotency key, and each upload until a process answers it. */
export function patient(user: User, onRetry: (cause: string) => void): User {
  const untilAnswered = async <N extends CallName>(
    name: N,
    send: () => Promise<Answer<N>>,
  ): Promise<Answer<N>> => {
    const until = performance.now() + patienceMs;
    for (let attempt = 1; ; attempt++) {
      const answer = await send().catch((error: unknown) => {
        // The process is gone, perhaps after it executed the call.
        if (!(error instanceof TypeError)) throw error;
        return String(error.cause);
      });
      if (typeof answer !== 'string' && answer.status < 500) {
        const isDone =
          attempt > 1 &&
          ((name === 'deletePost' && answer.status === 404) ||
            (name === 'votePoll' && answer.status === 409));
        return isDone ? { ...answer, status: 200 } : answer;
      }
      const cause = typeof answer === 'string' ? answer : `${name} answered ${answer.status}`;
      if (performance.now() > until) throw new Error(cause);
      onRetry(cause);
      await sleep(100);
    }
  };
  const ask: User['ask'] = (name, input, headers) => {
    const key = { 'idempotency-key': randomUUID(), ...headers };
    return untilAnswered(name, () => user.ask(name, input, key));
  };
  return {
    ...user,
    ask,
    upload: (...file) => untilAnswered('uploadMedia', () => user.upload(...file)),
    call: async (name, input, headers) => {
      const { status, body } = await ask(name, input, headers);
      if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`);
      return body;
    },
  };
}
