import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type NetConnectOpts, Socket } from 'node:net';

import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';

import { createPool, isDatabaseUnavailable } from './database.ts';

function systemError(syscall: string, code: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

function databaseError(code: string, message = 'refused'): Error {
  return Object.assign(new pg.DatabaseError(message, 7, 'error'), { code });
}

async function failureOf(options: NetConnectOpts): Promise<unknown> {
  const [error] = (await once(connect(options), 'error').catch((error: unknown) => [error])) as [unknown];
  return error;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('idle connections notice that their server is gone', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  const pool = createPool({ connection: { ...connection, user: 'x', database: 'x' }, onError: () => {} });
  await Promise.allSettled([pool.raw.connect(), pool.session()]);
  server.close();
  expect(keepAlive.mock.calls).toEqual([
    [true, 10_000],
    [true, 10_000],
  ]);
  keepAlive.mockRestore();
});

describe('the database counts as unavailable', () => {
  it.each(
    `EAGAIN ECONNREFUSED ECONNRESET ENOENT ETIMEDOUT EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL EMFILE ENFILE
     ECONNABORTED ENOBUFS EACCES`.split(/\s+/),
  )('when connecting fails: %s', (code) => {
    expect(isDatabaseUnavailable(systemError('connect', code))).toBe(true);
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EMFILE'])(
    'when its host cannot be resolved: %s',
    (code) => {
      expect(isDatabaseUnavailable(systemError('getaddrinfo', code))).toBe(true);
    },
  );

  it.each(['ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ECONNABORTED'])(
    'when a connection breaks: %s',
    (code) => expect(isDatabaseUnavailable(systemError('read', code))).toBe(true),
  );

  it('when the connection breaks while a statement is sent', () => {
    expect(isDatabaseUnavailable(systemError('write', 'EPIPE'))).toBe(true);
  });

  it('when there is no socket at its path', async () => {
    const error = await failureOf({ path: '/nonexistent/.s.PGSQL.5432' });
    expect([(error as NodeJS.ErrnoException).code, isDatabaseUnavailable(error)]).toEqual(['ENOENT', true]);
  });

  it('when every address of its host refuses', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const error = await failureOf({
      host: 'db.example',
      port: await closedPort(),
      autoSelectFamily: true,
      lookup: (_name, _options, answer) => answer(null, addresses),
    });
    expect(error).toBeInstanceOf(AggregateError);
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each(['53300', '57P03', '57014', '08006', '55P03', '58030', '25006'])(
    'when it reports so itself: %s',
    (state) => {
      expect(isDatabaseUnavailable(databaseError(state))).toBe(true);
    },
  );

  it.each([
    'server closed the connection unexpectedly',
    'could not receive data from server: Connection reset by peer',
    'could not commit transaction for shard 102008 on at least one active node',
    'failure on connection marked as essential: db1:5432',
  ])('when Citus lost a worker: %s', (message) => {
    expect(isDatabaseUnavailable(databaseError('XX000', message))).toBe(true);
  });

  it.each(['timeout expired', 'Connection terminated due to connection timeout', 'Query read timeout'])(
    'when it is too slow: %s',
    (message) => expect(isDatabaseUnavailable(new Error(message))).toBe(true),
  );
});

describe('the database does not count as unavailable', () => {
  it.each(['23503', '22021', '42601', 'XX000'])('when it refuses a statement: %s', (state) => {
    expect(isDatabaseUnavailable(databaseError(state))).toBe(false);
  });

  it('when a file is missing or too many are open', async () => {
    const error: unknown = await readFile('/nonexistent').catch((failure: unknown) => failure);
    expect(isDatabaseUnavailable(error)).toBe(false);
    expect(isDatabaseUnavailable(systemError('open', 'EMFILE'))).toBe(false);
    expect(isDatabaseUnavailable(systemError('write', 'ENOSPC'))).toBe(false);
  });

  it('on a bug in the program', () => {
    expect(isDatabaseUnavailable(new TypeError('x is not a function'))).toBe(false);
    expect(isDatabaseUnavailable(new AggregateError([]))).toBe(false);
    expect(isDatabaseUnavailable('gone')).toBe(false);
  });
});
