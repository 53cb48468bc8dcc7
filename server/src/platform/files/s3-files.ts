import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

import type { Dispatcher } from 'undici';

import { chunksOfDraft } from './draft-bytes.ts';
import { Drafts, wrapErrors } from './drafts.ts';
import {
  type Bytes,
  type ByteRange,
  FilesUnavailable,
  type FileStore,
  type ListedFile,
  type StoredFile,
} from './files.ts';
import { contentTypeOf } from './media-keys.ts';
import { readText, type S3Bucket, S3Client, S3Failure, type S3Limits } from './s3-client.ts';
import { parseListPage } from './s3-list.ts';

const immutable = 'public, max-age=31536000, immutable';
/** A slower connection to the store counts as broken. */
const bytesPerMs = 1_000;

/** Files are staged on this machine's disk before they are uploaded. */
export class S3Files implements FileStore {
  readonly #client: S3Client;
  readonly #drafts: Drafts;

  constructor(bucket: S3Bucket, stagingFolder: string, limits?: S3Limits) {
    this.#client = new S3Client(bucket, limits);
    this.#drafts = new Drafts(stagingFolder);
  }

  get isCrowded(): boolean {
    return this.#client.isCrowded;
  }

  async write<T>(
    key: string,
    source: Bytes,
    inspect?: (draft: FileHandle) => Promise<T>,
  ): Promise<T | undefined> {
    return this.#drafts.write(source, async (draft) => {
      const result = await inspect?.(draft);
      await this.#put(key, draft, { onlyNew: true });
      return result;
    });
  }

  async renew(key: string, source: Bytes): Promise<void> {
    await this.#drafts.write(source, (draft) => this.#put(key, draft, { onlyNew: false }));
  }

  async size(key: string): Promise<number | null> {
    return (await this.#head(key))?.size ?? null;
  }

  async read(key: string, range?: ByteRange): Promise<StoredFile | null> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    const answer = await this.#client.ask({ method: 'GET', key, ...(headers && { headers }) }, [
      range ? 206 : 200,
      404,
    ]);
    if (answer.statusCode === 404) return null;
    const { size, length } = sizesOf(answer.headers);
    const expectedLength = range ? Math.min(range.end, size - 1) - range.start + 1 : size;
    if (length === expectedLength) return { size, content: answer.body };
    answer.body.on('error', () => {}).destroy();
    throw misbehaviour(`it sent ${length} bytes of a file instead of ${expectedLength}`);
  }

  async remove(key: string): Promise<void> {
    const { body } = await this.#client.ask({ method: 'DELETE', key }, [200, 204, 404]);
    await body.dump();
  }

  async *keys(folder: string, after?: string): AsyncIterable<string> {
    for await (const { key } of this.#list(folder, after)) yield key;
  }

  async age(key: string): Promise<number | null> {
    return (await this.#head(key))?.ageMs ?? null;
  }

  list(folder: string): AsyncIterable<ListedFile> {
    return this.#list(folder);
  }

  async check(): Promise<void> {
    await this.#drafts.removeAbandoned();
    await this.#page({ 'max-keys': '1' });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #put(key: string, draft: FileHandle, { onlyNew }: { onlyNew: boolean }): Promise<void> {
    const { size } = await wrapErrors(() => draft.stat());
    const headers = {
      'content-length': String(size),
      'content-type': contentTypeOf(key),
      'cache-control': immutable,
      'x-amz-content-sha256': await wrapErrors(() => hashOf(draft)),
    };
    const upload = async (more: Record<string, string>, statuses: readonly number[]) => {
      const body = () => Readable.from(chunksOfDraft(draft));
      const request = { method: 'PUT', key, headers: { ...headers, ...more }, body } as const;
      const { statusCode, body: answer } = await this.#client.ask(request, statuses, size / bytesPerMs);
      await answer.dump();
      return statusCode;
    };
    if (onlyNew) {
      // Some stores ignore the condition or do not support it (501). An existing file of the same size comes
      // from an earlier attempt whose answer was lost; any other one is partial.
      const status = await upload({ 'if-none-match': '*' }, [200, 412, 501]);
      if (status === 412 && (await this.size(key)) === size) return;
      if (status !== 200) await upload({}, [200]);
    } else {
      await upload({}, [200]);
    }
    const storedSize = await this.size(key);
    if (storedSize !== size) throw misbehaviour(`it holds ${storedSize ?? 'no'} bytes of a file of ${size}`);
  }

  async #head(key: string): Promise<Omit<ListedFile, 'key'> | null> {
    const { statusCode, headers, body } = await this.#client.ask({ method: 'HEAD', key }, [200, 404]);
    await body.dump();
    if (statusCode === 404) return null;
    return {
      size: sizesOf(headers).size,
      ageMs: clockOf(headers) - Date.parse(String(headers['last-modified'])),
    };
  }

  async *#list(folder: string, after = ''): AsyncGenerator<ListedFile> {
    const prefix = folder === '' ? '' : `${folder}/`;
    for (let next: string | null = after; next !== null;) {
      const page = await this.#page({ ...(prefix && { prefix }), ...(next && { 'start-after': next }) });
      for (const { key, size, writtenAt } of page.files) yield { key, size, ageMs: page.clock - writtenAt };
      next = page.next;
    }
  }

  async #page(query: Record<string, string>) {
    const request = { method: 'GET', key: '', query: { 'list-type': '2', ...query } } as const;
    const answer = await this.#client.ask(request, [200]);
    const page = parseListPage(await readText(answer));
    if (page === null) throw misbehaviour('it sent something else than a list of files');
    return { ...page, clock: clockOf(answer.headers) };
  }
}

type Headers = Dispatcher.ResponseData['headers'];

function sizesOf(headers: Headers): { size: number; length: number } {
  const length = Number(headers['content-length'] ?? NaN);
  const total = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1];
  const size = total === undefined ? length : Number(total);
  if (!Number.isInteger(size)) throw misbehaviour('it sent a file without its size');
  return { size, length };
}

// Times of files come from the store's clock, so ages must too.
function clockOf(headers: Headers): number {
  const at = Date.parse(String(headers['date']));
  return Number.isNaN(at) ? Date.now() : at;
}

async function hashOf(draft: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOfDraft(draft)) hash.update(chunk);
  return hash.digest('hex');
}

function misbehaviour(problem: string): FilesUnavailable {
  return new FilesUnavailable(new S3Failure(`the store misbehaves: ${problem}`));
}
