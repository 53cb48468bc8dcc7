import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import S3rver from '@20minutes/s3rver';

import type { S3Bucket } from '../src/platform/files/s3-client.ts';

/** A real S3 server behind a relay that injects faults. */
export type S3Store = {
  readonly bucket: S3Bucket;
  /** Refuses connections. */
  away: () => Promise<void>;
  /** Accepts connections without answering. */
  hang: () => void;
  /** Stops the bytes in flight, on connections that stay open. */
  stall: () => void;
  back: () => Promise<void>;
  setAge: (key: string, ms: number) => Promise<void>;
  put: (keys: readonly string[]) => Promise<void>;
  countRequests: () => number;
  close: () => Promise<void>;
};

/** The treatment of `If-None-Match: *`: s3rver ignores it, S3 obeys, and some stores refuse it. */
type Condition = 'ignored' | 'obeyed' | 'refused';

export async function openS3Store(condition: Condition = 'ignored'): Promise<S3Store> {
  const directory = await mkdtemp(join(tmpdir(), 'tablon-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'tablon' }],
  });
  const pathOf = (key: string) => join(directory, 'tablon', `${key}._S3rver_object`);
  let requests = 0;
  server.middleware.unshift(async (context, next) => {
    requests++;
    const isConditional = context.method === 'PUT' && context.headers['if-none-match'] === '*';
    if (!isConditional || condition === 'ignored') return next();
    const exists = existsSync(pathOf(context.path.replace('/tablon/', '')));
    if (condition === 'obeyed' && !exists) return next();
    context.status = condition === 'obeyed' ? 412 : 501;
    context.body = `<Error><Code>${exists ? 'PreconditionFailed' : 'NotImplemented'}</Code></Error>`;
  });
  spareTokens(server);
  const { port } = await server.run();
  const relay = new Relay(port);
  await relay.listen();
  return {
    bucket: {
      bucket: 'tablon',
      endpoint: `http://127.0.0.1:${relay.port}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    away: () => relay.stop(),
    hang: () => relay.hang(),
    stall: () => relay.stall(),
    back: () => relay.listen(),
    setAge: async (key, ms) => {
      const at = new Date(Date.now() - ms);
      await utimes(pathOf(key), at, at);
    },
    countRequests: () => requests,
    put: async (keys) => {
      for (const key of keys) {
        await mkdir(dirname(pathOf(key)), { recursive: true });
        await writeFile(pathOf(key), key);
        await writeFile(`${pathOf(key)}.md5`, 'unknown');
      }
    },
    close: async () => {
      await relay.stop();
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

// s3rver encrypts continuation tokens with DES, which OpenSSL 3 refuses. It checks twice whether a list is
// truncated: first for the token, which the product never uses, and then for the answer.
function spareTokens({ store }: S3rver): void {
  const listObjects = store.listObjects.bind(store);
  store.listObjects = async (bucket, options) => {
    const { isTruncated, ...result } = await listObjects(bucket, options);
    let questions = 0;
    return {
      ...result,
      get isTruncated() {
        return isTruncated && questions++ > 0;
      },
    };
  };
}

class Relay {
  port = 0;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #isSilent = false;

  constructor(target: number) {
    this.#target = target;
  }

  async listen(): Promise<void> {
    this.#cut();
    this.#isSilent = false;
    if (this.#server) return;
    this.#server = createServer((socket) => this.#join(socket)).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  hang(): void {
    this.#isSilent = true;
    this.#cut();
  }

  stall(): void {
    for (const socket of this.#sockets) socket.unpipe();
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const close = once(server, 'close');
    server.close();
    this.#cut();
    await close;
  }

  #join(socket: Socket): void {
    this.#watch(socket);
    if (this.#isSilent) return;
    const onward = connect(this.#target, '127.0.0.1');
    this.#watch(onward);
    socket.pipe(onward).pipe(socket);
    socket.once('close', () => onward.destroy());
    onward.once('close', () => socket.destroy());
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket));
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
