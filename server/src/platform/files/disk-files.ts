import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

import { type Bytes, type ByteRange, type FileStore, FilesUnavailable } from './files.ts';

const draftFolder = '.drafts';
/** No upload takes this long: an older draft was left by a killed process. */
const draftLifeMs = 3_600_000;

export class DiskFiles implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write<T>(
    key: string,
    source: Bytes,
    inspect?: (draft: FileHandle) => Promise<T>,
  ): Promise<T | undefined> {
    // The draft is on the same file system, so that renaming it is atomic.
    const draft = join(this.#folder, draftFolder, randomUUID());
    const path = this.#path(key);
    const file = await wrapErrors(() => openDraft(draft));
    try {
      let inspected: T | undefined;
      try {
        for await (const chunk of source) await wrapErrors(() => writeAll(file, chunk));
        inspected = await inspect?.(file);
        await wrapErrors(() => file.sync());
      } finally {
        await file.close();
      }
      await wrapErrors(() => publish(draft, path));
      return inspected;
    } catch (error) {
      // Should clean-up fail too, the first error is the one to report.
      await Promise.allSettled([rm(draft, { force: true }), rm(path, { force: true })]);
      throw error;
    }
  }

  async size(key: string): Promise<number | null> {
    const found = await ifExists(() => stat(this.#path(key)));
    return found?.isFile() ? found.size : null;
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const file = await ifExists(() => open(this.#path(key)));
    return file && file.createReadStream(range && { start: range.start, end: range.end });
  }

  async remove(key: string): Promise<void> {
    await wrapErrors(() => rm(this.#path(key), { force: true }));
  }

  async *keys(folder: string, after = ''): AsyncIterable<string> {
    // Keys below a folder begin with its name, so folders before that of `after` are not opened.
    const path = folder === '' ? '' : `${folder}/`;
    const names = (await this.#names(folder)).filter((name) => isAfter(path + name, after)).sort();
    for (const name of names) {
      const key = path + name;
      if (name.endsWith('/')) yield* this.keys(key.slice(0, -1), after);
      else yield key;
    }
  }

  async writtenAt(key: string): Promise<Date | null> {
    const found = await ifExists(() => stat(this.#path(key)));
    return found?.isFile() ? found.mtime : null;
  }

  async *list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }> {
    for await (const key of this.keys(folder)) {
      const writtenAt = await this.writtenAt(key);
      if (writtenAt) yield { key, writtenAt };
    }
  }

  async removeAbandonedDrafts(): Promise<void> {
    const folder = join(this.#folder, draftFolder);
    for (const name of (await ifExists(() => readdir(folder))) ?? []) {
      const path = join(folder, name);
      const found = await ifExists(() => stat(path));
      const isAbandoned = found !== null && Date.now() - found.mtimeMs > draftLifeMs;
      if (isAbandoned) await wrapErrors(() => rm(path, { force: true }));
    }
  }

  /** The names in a folder; those of folders end with a slash. Names only: a folder may have millions. */
  async #names(folder: string): Promise<string[]> {
    const names: string[] = [];
    const entries: AsyncIterable<Dirent> | null = await ifExists(() =>
      opendir(this.#path(folder), { bufferSize: 1_000 }),
    );
    for await (const entry of entries ?? []) {
      if (entry.isDirectory()) names.push(`${entry.name}/`);
      else if (entry.isFile()) names.push(entry.name);
    }
    return names;
  }

  #path(key: string): string {
    return join(this.#folder, ...key.split('/'));
  }
}

async function openDraft(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'wx+', 0o600);
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
}

// The file's name is durable only after the folders that contain it are synced.
async function publish(draft: string, path: string): Promise<void> {
  const folder = dirname(path);
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(draft, path);
  const top = firstMade === undefined ? folder : dirname(firstMade);
  for (let each = folder; ; each = dirname(each)) {
    await syncFolder(each);
    if (each === top) return;
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; NTFS journals names.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

// A folder's name ends with a slash, like its part of a key.
function isAfter(key: string, after: string): boolean {
  return key > after || (key.endsWith('/') && after.startsWith(key));
}

async function wrapErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FilesUnavailable(error);
  }
}

async function ifExists<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new FilesUnavailable(error);
  }
}
