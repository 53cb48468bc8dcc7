import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

import { StartFailure } from '../../platform/start-failure.ts';
import { readPart, readTar, tarEnd, type TarEntry, tarHeader, tarPadding } from '../../platform/tar.ts';

/** Writes an archive whose last file is the SHA-256 of all that stands before it. */
export class ArchiveWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #file: FileHandle;
  readonly #sum = createHash('sha256');
  #bytes = 0;

  private constructor(path: string, draft: string, file: FileHandle) {
    this.#path = path;
    this.#draft = draft;
    this.#file = file;
  }

  /** Begins an archive, for its owner only. It has its name when it is whole. */
  static async create(path: string): Promise<ArchiveWriter> {
    const draft = `${path}.partial`;
    return new ArchiveWriter(path, draft, await open(draft, 'w', 0o600));
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.addStream(name, content.length, [content]);
  }

  async addStream(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    await this.#write(tarHeader(name, size));
    const start = this.#bytes;
    for await (const piece of content) await this.#write(piece);
    if (this.#bytes - start !== size) throw new Error(`${name} has ${this.#bytes - start} of ${size} bytes`);
    await this.#write(tarPadding(size));
  }

  /** @returns how many bytes it has */
  async finish(): Promise<number> {
    await this.#write(sealOf(this.#sum.copy().digest('hex')));
    await this.#file.sync();
    await this.#file.close();
    await rename(this.#draft, this.#path);
    return this.#bytes;
  }

  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#draft, { force: true });
  }

  async #write(piece: Uint8Array): Promise<void> {
    this.#sum.update(piece);
    for (let written = 0; written < piece.length;) {
      written += (await this.#file.write(piece, written)).bytesWritten;
    }
    this.#bytes += piece.length;
  }
}

/** An archive that is whole: every byte of it was read once. */
export class Archive {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @throws {StartFailure} when it is cut off, altered, or none */
  static async open(path: string): Promise<Archive> {
    const file = await openFile(path);
    try {
      await checkSeal(file, path);
      return new Archive(file);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The files whose names begin so; they stand together. */
  async *below(prefix: string): AsyncGenerator<TarEntry> {
    let found = false;
    for await (const entry of readTar(this.#file)) {
      if (entry.name.startsWith(prefix)) {
        found = true;
        yield entry;
      } else if (found) return;
    }
  }

  /** @throws {StartFailure} when it is not there, or not of that form */
  async json<T extends TSchema>(name: string, schema: T): Promise<Static<T>> {
    const bytes = await this.small(name);
    if (bytes === null) throw new StartFailure(`The backup has no ${name}: it was made by another program.`);
    const value = parsed(bytes);
    if (!Value.Check(schema, value)) throw new StartFailure(`The backup has a ${name} of another form.`);
    return value;
  }

  /** What a file of at most a megabyte holds; null when there is none of that name. */
  async small(name: string): Promise<Buffer | null> {
    for await (const entry of readTar(this.#file)) {
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

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Opening a pipe would wait for its writer.
    if (!(await stat(path)).isFile()) throw new StartFailure(`${path} is no file.`);
    return await open(path);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartFailure(`${path} cannot be read: ${code ?? message}.`, { cause: error });
  }
}

const sealName = 'SHA256';

function sealOf(sum: string): Buffer {
  const line = Buffer.from(`${sum}\n`);
  return Buffer.concat([tarHeader(sealName, line.length), line, tarPadding(line.length), tarEnd]);
}

const sealBytes = sealOf('0'.repeat(64)).length;

async function checkSeal(file: FileHandle, path: string): Promise<void> {
  const { size } = await file.stat();
  const seal = await buffer(readPart(file, Math.max(size - sealBytes, 0), sealBytes));
  const isThere = seal.length === sealBytes && seal.toString('latin1', 0, sealName.length) === sealName;
  if (!isThere) throw new StartFailure(`${path} is cut off, or no backup of this program.`);
  const sum = createHash('sha256');
  for await (const piece of readPart(file, 0, size - sealBytes)) sum.update(piece);
  if (!seal.equals(sealOf(sum.digest('hex')))) {
    throw new StartFailure(`${path} is damaged or was altered: its SHA-256 is not the one it was made with.`);
  }
}
