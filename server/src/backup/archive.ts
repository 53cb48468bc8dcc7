import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { buffer, text } from 'node:stream/consumers';

import { StartFailure } from '../platform/start-failure.ts';
import { readPart, readTar, tarEnd, type TarEntry, tarHeader, tarPadding } from '../platform/tar.ts';

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

  async json<T>(name: string): Promise<T> {
    for await (const entry of this.below(name)) {
      return JSON.parse(await text(entry.content())) as T;
    }
    throw new StartFailure(`The backup has no ${name}: it was made by another program.`);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
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
