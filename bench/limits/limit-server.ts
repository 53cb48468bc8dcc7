import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

import pg from 'pg';

import type { Connection } from '../../server/src/platform/postgres/database.ts';
import { benchName } from '../setting/bench-name.ts';
import { type FloorName, floors, type PreparedRequest } from './floors.ts';

export type LimitOrder =
  | { kind: 'open'; connection: Connection; connections: number }
  | { kind: 'floor'; floor: FloorName; ready: readonly (readonly [cookie: string, PreparedRequest])[] };
export type LimitPorts = { bare: number; floor: number };

const json = 'application/json; charset=utf-8';
const sessions = new Map<string, PreparedRequest>();
let bodies: Buffer[] = [];
let turn = 0;
let floor: (ready: PreparedRequest, path: string) => Promise<unknown>;
let pool: pg.Pool;

// The same bytes from memory: the cost of HTTP in Node alone.
const answerBare: RequestListener = (request, response) => {
  request.resume();
  turn = turn + 1 === bodies.length ? 0 : turn + 1;
  send(response, bodies[turn] ?? Buffer.alloc(0));
};

// The minimum of a correct answer without a cache: the session, the statements, prepared bytes.
const answerFloor: RequestListener = (request, response) => {
  request.resume();
  const ready = sessions.get(request.headers.cookie ?? '');
  if (!ready) {
    response.writeHead(401).end();
    return;
  }
  floor(ready, request.url ?? '').then(
    () => send(response, ready.body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
};

function send(response: Parameters<RequestListener>[1], body: Buffer): void {
  response.writeHead(200, { 'Content-Type': json, 'Content-Length': body.length }).end(body);
}

process.on('message', (order: LimitOrder) => void obey(order));
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});

async function obey(order: LimitOrder): Promise<void> {
  if (order.kind === 'open') {
    pool = new pg.Pool({ ...order.connection, application_name: benchName, max: order.connections });
    pool.on('error', () => {});
    process.send?.({ bare: await listen(answerBare), floor: await listen(answerFloor) } satisfies LimitPorts);
  } else {
    sessions.clear();
    for (const [cookie, { body, ...ready }] of order.ready) {
      sessions.set(cookie, { ...ready, body: Buffer.from(body) });
    }
    bodies = [...sessions.values()].map((ready) => ready.body);
    floor = floors[order.floor](pool);
    process.send?.('ready');
  }
}

async function listen(listener: RequestListener): Promise<number> {
  const server: Server = createServer({ keepAliveTimeout: 60_000 }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
