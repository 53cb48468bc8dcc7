import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, Pool } from 'undici';

import { FilesUnavailable } from './files.ts';

/** `endpoint` is an origin with an optional path, without a slash at its end. */
export type S3Bucket = Readonly<{
  bucket: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}>;

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: () => Readable;
};

export type S3Limits = Readonly<{ reads: number; requests: number }>;

/** The message is one line without keys, signatures or text of the store. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
}

const attempts = 3;
const waitsMs = [200, 1_000];
const withinMs = 10_000;
const silentMs = 3_000;
const idleMs = 10_000;
const textBytes = 4 * 1024 * 1024;
/** Slow readers hold a connection each, so reads of files leave room for uploads, removals and lists. */
const defaultLimits = { reads: 900, requests: 1_000 };

export class S3Client {
  readonly #bucket: S3Bucket;
  readonly #pool: Pool;
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  readonly #limits: S3Limits;
  #open = 0;

  constructor(bucket: S3Bucket, limits: S3Limits = defaultLimits) {
    this.#bucket = bucket;
    this.#limits = limits;
    this.#pool = new Pool(new URL(bucket.endpoint).origin, {
      allowH2: false,
      connections: limits.requests,
      pipelining: 1,
      connect: { timeout: silentMs },
      headersTimeout: silentMs,
      bodyTimeout: idleMs,
    });
  }

  get isCrowded(): boolean {
    return this.#open > this.#limits.reads / 2;
  }

  /**
   * Retries until the store answers with one of these statuses: three attempts within ten seconds, plus
   * `longerMs` for a large body. The caller must read the body of the answer.
   * @throws {FilesUnavailable} with an `S3Failure` as its cause
   */
  async ask(request: S3Request, statuses: readonly number[], longerMs = 0): Promise<Dispatcher.ResponseData> {
    const readsFile = request.method === 'GET' && request.key !== '';
    if (this.#open >= (readsFile ? this.#limits.reads : this.#limits.requests))
      throw unavailable('too many files are being read or written');
    this.#open++;
    let answer: Dispatcher.ResponseData | undefined;
    try {
      answer = await this.#askInTime(request, statuses, performance.now() + withinMs + longerMs);
      return answer;
    } finally {
      // The body of a failed request has been read already.
      if (answer && !answer.body.closed) answer.body.once('close', () => this.#open--);
      else this.#open--;
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #askInTime(
    request: S3Request,
    statuses: readonly number[],
    deadline: number,
  ): Promise<Dispatcher.ResponseData> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(request, statuses, deadline);
      if ('answer' in outcome) return outcome.answer;
      const waitMs = (waitsMs[attempt - 1] ?? 0) * (0.5 + Math.random());
      const isLast = attempt === attempts || performance.now() + waitMs >= deadline;
      if (isLast || !outcome.isRetryable) throw new FilesUnavailable(outcome.failure);
      await wait(waitMs);
    }
  }

  async #attempt(request: S3Request, statuses: readonly number[], deadline: number): Promise<Outcome> {
    let answer: Dispatcher.ResponseData;
    // Only until the answer begins: its body may be read for hours.
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), Math.max(0, deadline - performance.now()));
    try {
      answer = await this.#send(request, giveUp.signal);
    } catch (error) {
      const reason = giveUp.signal.aborted ? 'no answer in time' : reasonOf(error);
      const message = `${request.method} at ${this.#bucket.endpoint} failed: ${reason}`;
      return { failure: new S3Failure(message, { cause: error }), isRetryable: true };
    } finally {
      clearTimeout(timer);
    }
    // Readers handle errors when they read; an earlier error must not end the process.
    answer.body.on('error', () => {});
    const status = answer.statusCode;
    // A missing bucket must not look like a missing file.
    const code = status >= 300 && request.method !== 'HEAD' ? errorCode(await readText(answer)) : '';
    if (statuses.includes(status) && code !== 'NoSuchBucket') return { answer };
    await answer.body.dump().catch(() => undefined);
    const message = `${request.method} at ${this.#bucket.endpoint} was answered ${status} ${code}`.trim();
    const isRetryable = status >= 500 || status === 429 || status === 409 || code === 'RequestTimeout';
    return { failure: new S3Failure(message), isRetryable };
  }

  async #send(
    { method, key, query = {}, headers = {}, body }: S3Request,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.#bucket;
    const url = new URL(`${endpoint}/${bucket}${key === '' ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const cache = this.#signingKeys;
    const keys = { service: 's3', region, accessKeyId, secretAccessKey, cache };
    const signedRequest = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers },
      ...keys,
    }).sign();
    const stream = body?.() ?? null;
    try {
      return await this.#pool.request({
        method,
        path: url.pathname + url.search,
        headers: Object.fromEntries(signedRequest.headers),
        body: stream,
        signal,
      });
    } finally {
      stream?.destroy();
    }
  }
}

type Outcome = { answer: Dispatcher.ResponseData } | { failure: S3Failure; isRetryable: boolean };

function unavailable(reason: string): FilesUnavailable {
  return new FilesUnavailable(new S3Failure(reason));
}

export async function readText({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= textBytes) break;
    }
  } catch (error) {
    // The connection broke: parsers reject a partial text.
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

// Only the code: the text repeats the key's id, the signature and the signed request.
function errorCode(text: string): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '';
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
