import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { Drafts, ifExists, wrapErrors } from './drafts.ts';
import type { Bytes, ByteRange, FileStore, ListedFile, StoredFile } from './files.ts';

export class DiskFiles implements FileStore {
  // A process may open a file for each of its connections.
  readonly isCrowded: boolean = false;
  readonly #folder: string;
  readonly #drafts: Drafts;

  constructor(folder: string) {
    this.#folder = folder;
    // On the same file system, so that renaming a draft is atomic.
    this.#drafts = new Drafts(join(folder, '.drafts'));
  }

  async write<T>(
    key: string,
    source: Bytes,
    inspect?: (draft: FileHandle) => Promise<T>,
  ): Promise<T | undefined> {
    const finish = async (draft: FileHandle) => {
      const result = await inspect?.(draft);
      await wrapErrors(() => draft.sync());
      return result;
    };
    return this.#drafts.write(source, finish, (draft) => wrapErrors(() => publish(draft, this.#path(key))));
  }

  async renew(key: string, source: Bytes): Promise<void> {
    await this.write(key, source);
  }

  async size(key: string): Promise<number | null> {
    const stats = await ifExists(() => stat(this.#path(key)));
    return stats?.isFile() ? stats.size : null;
  }

  async read(key: string, range?: ByteRange): Promise<StoredFile | null> {
    const file = await ifExists(() => open(this.#path(key)));
    if (file === null) return null;
    const { size } = await wrapErrors(() => file.stat());
    return { size, content: file.createReadStream(range && { start: range.start, end: range.end }) };
  }

  async remove(key: string): Promise<void> {
    await wrapErrors(() => rm(this.#path(key), { force: true }));
  }

  async *keys(folder: string, after = ''): AsyncIterable<string> {
    // Keys below a folder begin with its name, so folders before `after` need not be opened.
    const path = folder === '' ? '' : `${folder}/`;
    const names = (await this.#names(folder)).filter((name) => isAfter(path + name, after)).sort();
    for (const name of names) {
      const key = path + name;
      if (name.endsWith('/')) yield* this.keys(key.slice(0, -1), after);
      else yield key;
    }
  }

  async age(key: string): Promise<number | null> {
    return (await this.#find(key))?.ageMs ?? null;
  }

  async *list(folder: string): AsyncIterable<ListedFile> {
    for await (const key of this.keys(folder)) {
      const file = await this.#find(key);
      if (file) yield file;
    }
  }

  async check(): Promise<void> {
    await this.#drafts.removeAbandoned();
  }

  async close(): Promise<void> {}

  async #find(key: string): Promise<ListedFile | null> {
    const stats = await ifExists(() => stat(this.#path(key)));
    return stats?.isFile() ? { key, size: stats.size, ageMs: Date.now() - stats.mtimeMs } : null;
  }

  /** Names of folders end with a slash. Reads names only: a folder may have millions. */
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

async function publish(draft: string, path: string): Promise<void> {
  try {
    await moveDurably(draft, path);
  } catch (error) {
    await Promise.allSettled([rm(path, { force: true })]);
    throw error;
  }
}

// A name is durable only after the folders that contain it are synced.
async function moveDurably(draft: string, target: string): Promise<void> {
  const folder = dirname(target);
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(draft, target);
  const top = firstCreated === undefined ? folder : dirname(firstCreated);
  for (let path = folder; ; path = dirname(path)) {
    await syncFolder(path);
    if (path === top) return;
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

function isAfter(keyOrFolder: string, after: string): boolean {
  return keyOrFolder > after || (keyOrFolder.endsWith('/') && after.startsWith(keyOrFolder));
}
