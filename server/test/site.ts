import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import { hash } from '@node-rs/argon2';
import inject, { type InjectOptions, type Response } from 'light-my-request';
import { type Logger, pino } from 'pino';

import type { CallName, Input, Output } from '../../contract/src/calls/all.ts';
import { calls } from '../../contract/src/calls/all.ts';
import { featuresOn } from '../../contract/src/features.ts';
import type { ProblemCode } from '../../contract/src/problem.ts';
import { type App, type AppConfig, type AppParts, buildApp } from '../src/app.ts';
import type { SharedLimits } from '../src/peers.ts';
import { DiskFiles } from '../src/platform/files/disk-files.ts';
import type { FileStore } from '../src/platform/files/files.ts';
import { createMailer } from '../src/platform/outbound/mail.ts';
import { WebFetch } from '../src/platform/outbound/web-fetch.ts';
import type { Pool } from '../src/platform/postgres/database.ts';
import type { PushSender } from '../src/platform/push/push-sender.ts';
import type { HashPassword } from '../src/platform/secrets/passwords.ts';

const testConfig: AppConfig = {
  publicUrl: 'http://localhost:3000',
  siteName: 'Tablón',
  mainUser: '@tablon',
  superAdminEmail: null,
  superAdminPassword: null,
  sessionSecret: 'a secret that only tests know',
  mediaBaseUrl: null,
  sharesFiles: false,
  trustProxy: [],
  rateLimits: false,
  runsJobs: true,
  metricsToken: null,
  google: null,
  operator: { name: '', email: '', address: '' },
  features: featuresOn([]),
};

/** The whole application, called without a network. */
export type TestSite = {
  readonly app: App;
  /** `app.http.inject` reaches only what Fastify answers: no queries and no commands. */
  inject: (options: InjectOptions) => Promise<Response>;
  /** Removed when the site is closed. */
  readonly mediaFolder: string;
  readonly outbox: string;
  visitor: (headers?: Record<string, string>, cookies?: Map<string, string>) => Visitor;
  user: (name: string) => Promise<User>;
  /** Created one after the other, as few passwords are hashed at once. */
  users: (name: string, count: number) => Promise<User[]>;
  close: () => Promise<void>;
};

export type User = Visitor & { uid: string; email: string };

export type Answer<N extends CallName> = {
  status: number;
  body: Output<N> & { error?: { code: ProblemCode; message: string } };
  headers: Record<string, unknown>;
  text: string;
};

export type Visitor = {
  /** Returns any answer. */
  ask: <N extends CallName>(name: N, input?: unknown, headers?: Record<string, string>) => Promise<Answer<N>>;
  /** @throws when the call fails */
  call: <N extends CallName>(
    name: N,
    input?: Input<N>,
    headers?: Record<string, string>,
  ) => Promise<Output<N>>;
  upload: (
    purpose: Input<'uploadMedia'>['purpose'],
    file: Buffer | Readable,
    headers?: Record<string, string>,
  ) => Promise<Answer<'uploadMedia'>>;
  readonly cookies: Map<string, string>;
};

let people = 0;

// No host resolves.
const noWeb = () => new WebFetch({ ownHosts: [], userAgent: 'test', resolve: async () => [] });

const silent = pino({ level: 'silent' });

// The product's cost is 24 ms of CPU per password.
const hashCheaply = (password: string) =>
  hash(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

type SiteParts = {
  now?: () => Date;
  smtpUrl?: string | null;
  web?: WebFetch;
  push?: PushSender | null;
  sharedLimits?: SharedLimits | null;
  log?: Logger;
  instance?: AppParts['instance'];
  /** The built page; without it, only calls are answered. */
  pageFolder?: string;
  /** Replaces `mediaFolder`; stays open when the site is closed. */
  files?: FileStore;
  hashPassword?: HashPassword;
  say?: AppParts['say'];
};

export async function openSite(
  db: Pool,
  {
    now,
    smtpUrl = null,
    web = noWeb(),
    push = null,
    sharedLimits = null,
    log = silent,
    instance,
    pageFolder,
    files,
    hashPassword = hashCheaply,
    say = () => {},
    ...config
  }: Partial<AppConfig> & SiteParts = {},
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tablon-site-'));
  const mediaFolder = join(dataDir, 'media');
  const app = await buildApp({
    config: { ...testConfig, ...config },
    db,
    files: files ?? new DiskFiles(mediaFolder),
    mailer: createMailer({ smtpUrl, mailFrom: 'Tablón <no-responder@tablon.example>', dataDir }),
    web,
    push,
    sharedLimits,
    now,
    log,
    say,
    hashPassword,
    // At some minutes of an hour, a job would change what a test looks at.
    schedule: '',
    ...(instance && { instance }),
    ...(pageFolder !== undefined && { pageFolder }),
  });
  await app.http.ready();
  const visitor = (headers: Record<string, string> = {}, cookies = new Map<string, string>()) =>
    newVisitor(app, headers, cookies, () => fanOutsEnd(db));
  const user = async (displayName: string): Promise<User> => {
    const who = visitor();
    const email = `person${++people}@example.com`;
    const input = { displayName, email, password: 'aguante', acceptedTos: true };
    const { user: profile } = await who.call('signUp', input);
    return Object.assign(who, { uid: profile.uid, email });
  };
  return {
    app,
    inject: (options) => inject(listenerOf(app.http), options),
    mediaFolder,
    outbox: join(dataDir, 'outbox'),
    visitor,
    user,
    users: async (name, count) => {
      const all: User[] = [];
      for (let i = 0; i < count; i++) all.push(await user(`${name} ${i}`));
      return all;
    },
    close: async () => {
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

// The one that is made with the server. Those before it expect a real socket.
function listenerOf(http: App['http']): RequestListener {
  return http.server.listeners('request').at(-1) as RequestListener;
}

function isJson(contentType: unknown): boolean {
  return String(contentType).startsWith('application/json');
}

/** Waits until all posts are on their followers' timelines, but for those that jobs bring there. */
async function fanOutsEnd(db: Pool): Promise<void> {
  while ((await db.raw.query('SELECT FROM pending_fan_outs')).rowCount !== 0) await wait(1);
  // The site may hear of the commit later than this query did.
  await wait(1);
}

function newVisitor(
  { http }: App,
  always: Record<string, string>,
  cookies: Map<string, string>,
  afterPost: () => Promise<void>,
): Visitor {
  async function send<N extends CallName>(name: N, options: InjectOptions): Promise<Answer<N>> {
    const response = await inject(listenerOf(http), {
      url: `/api/${name}`,
      cookies: Object.fromEntries(cookies),
      ...options,
      headers: { ...always, ...options.headers },
    });
    for (const { name: cookie, value } of response.cookies) {
      if (value === '') cookies.delete(cookie);
      else cookies.set(cookie, value);
    }
    return {
      status: response.statusCode,
      // Redirects and 'not modified' have no body, downloads a file.
      body: (isJson(response.headers['content-type']) && response.body !== ''
        ? response.json()
        : {}) as Answer<N>['body'],
      headers: response.headers,
      text: response.body,
    };
  }
  async function ask<N extends CallName>(
    name: N,
    input: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<N>> {
    const { kind } = calls[name];
    const answer = await send(name, {
      method: kind === 'command' || kind === 'upload' ? 'POST' : 'GET',
      ...(kind === 'command' ? { payload: input as object } : { query: input as Record<string, string> }),
      headers,
    });
    if (name === 'publishPost' && answer.status === 200) await afterPost();
    return answer;
  }
  return {
    cookies,
    ask,
    upload: (purpose, payload, headers = {}) =>
      send('uploadMedia', { method: 'POST', query: { purpose }, payload, headers }),
    call: async (name, input, headers) => {
      const { status, body } = await ask(name, input, headers);
      if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`);
      return body;
    },
  };
}
