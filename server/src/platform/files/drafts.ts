import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type Bytes, FilesUnavailable } from './files.ts';

/** No upload takes this long: an older draft was left by a killed process. */
const draftLifeMs = 3_600_000;

/** Files that are still being written, in a folder of this machine. */
export class Drafts {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Writes `source` to a new draft, gives the open file to `finish` and the path of the closed one to `publish`. The
   * draft is removed in any case, unless `publish` moved it.
   */
  async write<T>(
    source: Bytes,
    finish: (draft: FileHandle) => Promise<T>,
    publish?: (path: string) => Promise<void>,
  ): Promise<T> {
    const path = join(this.#folder, randomUUID());
    const file = await wrapErrors(() => this.#open(path));
    try {
      let finished: T;
      try {
        for await (const chunk of source) await wrapErrors(() => writeAll(file, chunk));
        finished = await finish(file);
      } finally {
        await file.close();
      }
      await publish?.(path);
      return finished;
    } finally {
      // Should clean-up fail too, the first error is the one to report.
      await Promise.allSettled([rm(path, { force: true })]);
    }
  }

  /** Removes drafts of processes that were killed while writing. */
  async removeAbandoned(): Promise<void> {
    for (const name of (await ifExists(() => readdir(this.#folder))) ?? []) {
      const path = join(this.#folder, name);
      const found = await ifExists(() => stat(path));
      const isAbandoned = found !== null && Date.now() - found.mtimeMs > draftLifeMs;
      if (isAbandoned) await wrapErrors(() => rm(path, { force: true }));
    }
  }

  async #open(path: string): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return open(path, 'wx+', 0o600);
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
}

/** Turns every error of the file system into `FilesUnavailable`. */
export async function wrapErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FilesUnavailable(error);
  }
}

/** Like `wrapErrors`, but null when the file does not exist. */
export async function ifExists<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new FilesUnavailable(error);
  }
}
