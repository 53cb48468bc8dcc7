import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Bytes of a file from `start` to `end`, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/** A file that is being read: the size of the whole file, and the bytes that were asked for. */
export type StoredFile = { readonly size: number; readonly content: Readable };

/** A file in a list. `ageMs` is the time since it was written, by the clock of the store. */
export type ListedFile = { readonly key: string; readonly size: number; readonly ageMs: number };

/** A store of files under keys that we make. A key names one content forever: it is written once. */
export interface FileStore {
  /**
   * Stores `source` under `key`: all of it, durably, or nothing. `inspect` may read and change the whole file before
   * it is published; when `source` or `inspect` throws, nothing is stored.
   * @throws {FilesUnavailable} when it cannot be stored, as on a full disk
   */
  write(key: string, source: Bytes): Promise<void>;
  write<T>(key: string, source: Bytes, inspect: (draft: FileHandle) => Promise<T>): Promise<T>;
  /** Writes a file that may exist once more, so that its age begins again. */
  renew(key: string, source: Bytes): Promise<void>;
  /** The size in bytes, or null when the key does not exist. */
  size(key: string): Promise<number | null>;
  /** The bytes, or those of one range within the file; null when the key does not exist. */
  read(key: string, range?: ByteRange): Promise<StoredFile | null>;
  remove(key: string): Promise<void>;
  /** The keys below a folder such as `users`, after `after`, in byte order. */
  keys(folder: string, after?: string): AsyncIterable<string>;
  /** Milliseconds since a file was written, by the clock of the store; null when the key does not exist. */
  age(key: string): Promise<number | null>;
  /** The files below a folder, in byte order of their keys. */
  list(folder: string): AsyncIterable<ListedFile>;
  /**
   * Removes what killed processes left on this machine, and looks whether the store can be used.
   * @throws {FilesUnavailable} when it cannot
   */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be read or written: a full disk, missing permissions, a store that does not answer. */
export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super('the files are not available', { cause });
    this.name = 'FilesUnavailable';
  }
}
