import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** The bytes of a file as they come, or several buffers that are there already. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Bytes of a file from `start` to `end`, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/** Where files are kept, by keys that we make. A key names one content for ever: it is written once. */
export interface FileStore {
  /**
   * Keeps what `source` gives under `key`: all of it, durably, or nothing. `inspect` may read the whole file and
   * change bytes of it before it has its name; when `source` or `inspect` throws, nothing stays.
   * @throws {FilesUnavailable} when it cannot be stored, as on a full disk
   */
  write(key: string, source: Bytes): Promise<void>;
  write<T>(key: string, source: Bytes, inspect: (draft: FileHandle) => Promise<T>): Promise<T>;
  /** How many bytes it has, or null when there is none of this key. */
  size(key: string): Promise<number | null>;
  /** Its bytes, or those of one range; null when there is none of this key. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes it; that it was not there is no failure. */
  remove(key: string): Promise<void>;
  /** The keys below a folder such as `users`, after one, in the order of their bytes. */
  keys(folder: string, after?: string): AsyncIterable<string>;
  /** When a file was written; null when there is none of this key. */
  writtenAt(key: string): Promise<Date | null>;
  /** The keys below a folder, and when each was written; in any order. */
  list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }>;
}

/** The store cannot be reached, written or read: a full disk, missing rights. */
export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super('the files are not available', { cause });
    this.name = 'FilesUnavailable';
  }
}
