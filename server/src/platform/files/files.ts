import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Bytes of a file from `start` to `end`, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/** A store of files under keys that we make. A key names one content forever: it is written once. */
export interface FileStore {
  /**
   * Stores `source` under `key`: all of it, durably, or nothing. `inspect` may read and change the whole file before
   * it is published; when `source` or `inspect` throws, nothing is stored.
   * @throws {FilesUnavailable} when it cannot be stored, as on a full disk
   */
  write(key: string, source: Bytes): Promise<void>;
  write<T>(key: string, source: Bytes, inspect: (draft: FileHandle) => Promise<T>): Promise<T>;
  /** The size in bytes, or null when the key does not exist. */
  size(key: string): Promise<number | null>;
  /** The bytes, or those of one range; null when the key does not exist. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  /** The keys below a folder such as `users`, after `after`, in byte order. */
  keys(folder: string, after?: string): AsyncIterable<string>;
  writtenAt(key: string): Promise<Date | null>;
  /** The keys below a folder with the time of writing; in any order. */
  list(folder: string): AsyncIterable<{ key: string; writtenAt: Date }>;
}

/** The store cannot be read or written: a full disk, missing permissions. */
export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super('the files are not available', { cause });
    this.name = 'FilesUnavailable';
  }
}
