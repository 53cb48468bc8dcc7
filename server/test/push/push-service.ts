import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

import type { Dial } from '../../src/platform/outbound/web-dial.ts';
import { vapidKeys } from '../../src/platform/push/push-keys.ts';
import { PushSender } from '../../src/platform/push/push-sender.ts';

export type PushMessage = { endpoint: string; headers: IncomingHttpHeaders; body: Buffer };

type Answer = (response: ServerResponse) => void;

const createdAnswer: Answer = (response) => response.writeHead(201).end();

/** Connections to any real push service end here, without TLS. */
export class LocalPushService {
  readonly received: PushMessage[] = [];
  readonly dialled: string[] = [];
  answer: (endpoint: string) => Answer = () => createdAnswer;
  breaksTls = false;
  /** Every host resolves to it. */
  address = '142.250.0.1';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const endpoint = `https://${request.headers.host}${request.url}`;
        this.received.push({ endpoint, headers: request.headers, body: Buffer.concat(chunks) });
        this.answer(endpoint)(response);
      });
    });
  }

  static async start(): Promise<LocalPushService> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LocalPushService(server);
  }

  sender(now: () => Date = () => new Date()): PushSender {
    return new PushSender({
      keys: testKeys,
      subject: 'https://tablon.example',
      now,
      resolve: async () => [this.address],
      dial: this.#dial,
    });
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  readonly #dial: Dial = ({ address, port, hostname }) => {
    this.dialled.push(`${hostname}:${port} at ${address}`);
    const { port: own } = this.#server.address() as AddressInfo;
    if (this.breaksTls) return connectTls({ host: '127.0.0.1', port: own });
    const socket = connect({ host: '127.0.0.1', port: own });
    socket.once('connect', () => socket.emit('secureConnect'));
    return socket;
  };
}

export const testKeys = vapidKeys('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94')!;

/** Verifies an Authorization header (RFC 8292). @returns the claims */
export function readVapid(header: string | undefined): { aud: string; exp: number; sub: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signingInput = Buffer.from(`${head}.${claims}`);
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signingInput, options, Buffer.from(signature, 'base64url')))
    throw new Error('A false signature');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string };
}
