import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type Bytes, type FileStore, FilesUnavailable } from './files.ts';

/** No upload takes this long: a killed process left an older draft. */
const draftLifeMs = 3_600_000;

export class Drafts {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes `source` to a new draft, passes the open file to `finish`, then the path of the closed one to
   * `publish`. Removes the draft, unless `publish` moved it.
   */
  async write<T>(
    source: Bytes,
    finish: (draft: FileHandle) => Promise<T>,
    publish?: (path: string) => Promise<void>,
  ): Promise<T> {
    const path = join(this.#folder, randomUUID());
    const file = await wrapErrors(() => this.#open(path));
    try {
      let result: T;
      try {
        for await (const chunk of source) await wrapErrors(() => writeAll(file, chunk));
        result = await finish(file);
      } finally {
        await file.close();
      }
      await publish?.(path);
      return result;
    } finally {
      // A failed clean-up must not hide the first error.
      await Promise.allSettled([rm(path, { force: true })]);
    }
  }

  async removeAbandoned(): Promise<void> {
    for (const name of (await ifExists(() => readdir(this.#folder))) ?? []) {
      const path = join(this.#folder, name);
      const stats = await ifExists(() => stat(path));
      const isAbandoned = stats !== null && Date.now() - stats.mtimeMs > draftLifeMs;
      if (isAbandoned) await wrapErrors(() => rm(path, { force: true }));
    }
  }

  async #open(path: string): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return open(path, 'wx+', 0o600);
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    offset += (await file.write(chunk, offset)).bytesWritten;
  }
}

/**
 * The drafts of a killed process are too young to be removed when it starts again.
 * @returns what ends it
 */
export function removeDraftsHourly(
  files: Pick<FileStore, 'check'>,
  onFailure: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => void files.check().catch(onFailure), 3_600_000).unref();
  return () => clearInterval(timer);
}

export async function wrapErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FilesUnavailable(error);
  }
}

export async function ifExists<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new FilesUnavailable(error);
  }
}
