import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';

import type { CallName, Input, Output } from '../../contract/src/calls/all.ts';
import { calls } from '../../contract/src/calls/all.ts';
import type { ProblemCode } from '../../contract/src/problem.ts';
import { type App, type AppConfig, buildApp } from '../src/app.ts';
import type { Pool } from '../src/platform/database.ts';
import { DiskFiles } from '../src/platform/disk-files.ts';
import { createMailer } from '../src/platform/mail.ts';

const testConfig: AppConfig = {
  publicUrl: 'http://localhost:3000',
  siteName: 'Tablón',
  mainUser: '@tablon',
  superAdminEmail: null,
  superAdminPassword: null,
  sessionSecret: 'a secret that only tests know',
  trustProxy: [],
  rateLimits: false,
  google: null,
  operator: { name: '', email: '', address: '' },
};

/** The whole application on a database, asked without a network. */
export type TestSite = {
  readonly app: App;
  /** Where the files of this site are, and its mails; removed when it is closed. */
  readonly mediaFolder: string;
  readonly outbox: string;
  /** A visitor with a cookie jar of their own. */
  visitor: (headers?: Record<string, string>) => Visitor;
  /** A new user of that name, signed in. */
  user: (name: string) => Promise<User>;
  /** So many new users, made one after the other: only a few passwords are hashed at once. */
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
  /** Calls and answers whatever came back. */
  ask: <N extends CallName>(name: N, input?: unknown, headers?: Record<string, string>) => Promise<Answer<N>>;
  /** Calls and answers the output; throws when the call failed. */
  call: <N extends CallName>(
    name: N,
    input?: Input<N>,
    headers?: Record<string, string>,
  ) => Promise<Output<N>>;
  readonly cookies: Map<string, string>;
};

let people = 0;

export async function openSite(
  db: Pool,
  { now, smtpUrl = null, ...config }: Partial<AppConfig> & { now?: () => Date; smtpUrl?: string | null } = {},
): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tablon-site-'));
  const mediaFolder = join(dataDir, 'media');
  const app = await buildApp({
    config: { ...testConfig, ...config },
    db,
    files: new DiskFiles(mediaFolder),
    mailer: createMailer({ smtpUrl, mailFrom: 'Tablón <no-responder@tablon.example>', dataDir }),
    now,
    log: pino({ level: 'silent' }),
  });
  const visitor = (headers: Record<string, string> = {}) => newVisitor(app, headers);
  const user = async (displayName: string): Promise<User> => {
    const who = visitor();
    const email = `person${++people}@example.com`;
    const input = { displayName, email, password: 'aguante', acceptedTos: true };
    const { user: profile } = await who.call('signUp', input);
    return Object.assign(who, { uid: profile.uid, email });
  };
  return {
    app,
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

function newVisitor({ http }: App, always: Record<string, string>): Visitor {
  const cookies = new Map<string, string>();
  async function ask<N extends CallName>(
    name: N,
    input: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<N>> {
    const { kind } = calls[name];
    const isQuery = kind === 'query' || kind === 'redirect';
    const response = await http.inject({
      method: isQuery ? 'GET' : 'POST',
      url: `/api/${name}`,
      ...(isQuery ? { query: input as Record<string, string> } : { payload: input as object }),
      cookies: Object.fromEntries(cookies),
      headers: { ...always, ...headers },
    });
    for (const { name: cookie, value } of response.cookies) {
      if (value === '') cookies.delete(cookie);
      else cookies.set(cookie, value);
    }
    return {
      status: response.statusCode,
      // A redirect has none.
      body: (response.body === '' ? {} : response.json()) as Answer<N>['body'],
      headers: response.headers,
      text: response.body,
    };
  }
  return {
    cookies,
    ask,
    call: async (name, input, headers) => {
      const { status, body } = await ask(name, input, headers);
      if (status !== 200) throw new Error(`${name} answered ${status} ${JSON.stringify(body)}`);
      return body;
    },
  };
}
