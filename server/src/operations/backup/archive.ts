import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { extract, type Pack, pack } from 'tar-stream';

import { StartFailure } from '../../platform/process/start-failure.ts';
import { isSeal, hasSealForm, sealBytes, sealOf } from './seal.ts';

/** A draft has the archive's name and this. */
export const draftEnding = '.partial';

export class ArchiveWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #file: FileHandle;
  readonly #sum = createHash('sha256');
  readonly #pack: Pack = pack();
  readonly #writing: Promise<void>;
  #writeError: unknown = null;
  #bytes = 0;

  private constructor(path: string, draft: string, file: FileHandle) {
    this.#path = path;
    this.#draft = draft;
    this.#file = file;
    this.#writing = this.#writeAll(this.#pack as AsyncIterable<Buffer>);
    // A write error surfaces at the next `add`, or at `finish`.
    this.#writing.catch((error: unknown) => {
      this.#writeError = error;
      this.#pack.destroy(error as Error);
    });
  }

  /** Readable only by its owner; renamed to `path` when complete. */
  static async create(path: string): Promise<ArchiveWriter> {
    const draft = path + draftEnding;
    return new ArchiveWriter(path, draft, await open(draft, 'w', 0o600));
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.addStream(name, content.length, [content]);
  }

  /** Adds a file of exactly `size` bytes; with more or fewer the archive is unusable. */
  async addStream(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    try {
      const entry = this.#pack.entry({ name, size, mode: 0o600, mtime: new Date(0) });
      await pipeline(content, writable(entry));
    } catch (error) {
      throw this.#writeError ?? error;
    }
  }

  async finish(): Promise<number> {
    // The seal includes the tar end-of-archive marker.
    this.#pack.push(null);
    await this.#writing;
    await this.#write(await sealOf(this.#sum.digest('hex')));
    await this.#file.sync();
    await this.#file.close();
    await rename(this.#draft, this.#path);
    return this.#bytes;
  }

  async discard(): Promise<void> {
    this.#pack.destroy();
    await this.#writing.catch(() => undefined);
    await this.#file.close().catch(() => undefined);
    await rm(this.#draft, { force: true });
  }

  async #writeAll(pieces: AsyncIterable<Buffer>): Promise<void> {
    for await (const piece of pieces) {
      this.#sum.update(piece);
      await this.#write(piece);
    }
  }

  async #write(piece: Uint8Array): Promise<void> {
    for (let offset = 0; offset < piece.length;) {
      offset += (await this.#file.write(piece, offset)).bytesWritten;
    }
    this.#bytes += piece.length;
  }
}

export type ArchiveEntry = {
  readonly name: string;
  readonly size: number;
  /** To be read before the next entry is requested. */
  readonly content: () => AsyncIterable<Buffer>;
};

export class Archive {
  readonly #file: FileHandle;
  readonly #sections: Sections;

  private constructor(file: FileHandle, sections: Sections) {
    this.#file = file;
    this.#sections = sections;
  }

  /**
   * Verifies the whole archive first.
   * @throws {StartFailure} when it is truncated, altered, or not an archive
   */
  static async open(path: string): Promise<Archive> {
    const file = await openFile(path);
    try {
      return new Archive(file, await checkAll(file, path));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async *entriesUnder(prefix: string): AsyncGenerator<ArchiveEntry> {
    const starts = [...this.#sections].flatMap(([name, start]) => (name.startsWith(prefix) ? [start] : []));
    if (starts.length === 0) return;
    for await (const entry of entriesFrom(this.#file, Math.min(...starts))) {
      if (!entry.name.startsWith(prefix)) return;
      yield entry;
    }
  }

  /** @throws {StartFailure} when the file is missing or does not match */
  async json<T>(name: string, matches: (value: unknown) => value is T): Promise<T> {
    const bytes = await this.small(name);
    if (bytes === null) throw new StartFailure(`The backup has no ${name}: it was made by another program.`);
    const value = parseJson(bytes);
    if (!matches(value)) throw new StartFailure(`The backup has a ${name} in an unknown format.`);
    return value;
  }

  /** Null when there is no such file. */
  async small(name: string): Promise<Buffer | null> {
    for await (const entry of this.entriesUnder(name)) {
      if (entry.name !== name) continue;
      if (entry.size > smallBytes) throw new StartFailure(`The backup has a ${name} that is too large.`);
      return buffer(entry.content());
    }
    return null;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

const smallBytes = 1024 * 1024;

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Opening a named pipe would block until somebody writes to it.
    if (!(await stat(path)).isFile()) throw new StartFailure(`${path} is not a file.`);
    return await open(path);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartFailure(`${path} cannot be read: ${code ?? message}.`, { cause: error });
  }
}

/** The offset of each section's first file; a section is the first two folders of a name. */
type Sections = ReadonlyMap<string, number>;

// A backup has a few dozen.
const sectionsMax = 10_000;

async function checkAll(file: FileHandle, path: string): Promise<Sections> {
  const { size } = await file.stat();
  const end = Math.max(size - sealBytes, 0);
  const seal = await buffer(readPart(file, end, sealBytes));
  if (!hasSealForm(seal)) throw new StartFailure(`${path} is truncated, or not a backup of this program.`);
  const sum = createHash('sha256');
  const sections = new Map<string, number>();
  const reader = extract();
  reader.on('entry', ({ name }, content, next) => {
    const section = /^(?:[^/]*\/){1,2}/.exec(name)?.[0] ?? name;
    if (!sections.has(section)) sections.set(section, content.offset);
    content.on('end', () => next(sections.size > sectionsMax ? new Error('Too many folders') : null));
    content.resume();
  });
  let readBytes = 0;
  const bytes = async function* () {
    for await (const piece of readPart(file, 0, end)) {
      sum.update(piece);
      readBytes += piece.length;
      yield piece;
    }
  };
  const failure: unknown = await pipeline(bytes, writable(reader)).then(
    () => null,
    (error: unknown) => error,
  );
  // The seal is checked first: an altered archive is reported as altered, even if it is also malformed.
  for await (const piece of readPart(file, readBytes, end - readBytes)) sum.update(piece);
  if (!(await isSeal(seal, sum.digest('hex')))) {
    throw new StartFailure(`${path} is damaged or was altered: its SHA-256 does not match.`);
  }
  if (failure !== null) throw new StartFailure(`${path} is not a tar archive.`, { cause: failure });
  return sections;
}

async function* entriesFrom(file: FileHandle, start: number): AsyncGenerator<ArchiveEntry> {
  const reader = extract();
  const reading = pipeline(readPart(file, start, Infinity), writable(reader));
  // The loop below throws the same error.
  reading.catch(() => undefined);
  try {
    for await (const entry of reader) {
      const { name, size } = entry.header;
      yield { name, size, content: () => piecesOf(entry) };
      entry.resume();
    }
  } finally {
    reader.destroy();
    await reading.catch(() => undefined);
  }
}

async function* piecesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const piece of entry) yield piece as Buffer;
}

// tar-stream uses streamx streams, which behave like Node's but are typed differently.
function writable(stream: object): NodeJS.WritableStream {
  return stream as unknown as NodeJS.WritableStream;
}

const pieceBytes = 256 * 1024;

async function* readPart(file: FileHandle, start: number, size: number): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < size;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - offset));
    const { bytesRead } = await file.read(piece, 0, piece.length, start + offset);
    if (bytesRead === 0) return;
    offset += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
