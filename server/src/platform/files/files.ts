import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Both ends are included. */
export type ByteRange = { readonly start: number; readonly end: number };

export type StoredFile = { readonly size: number; readonly content: Readable };

export type ListedFile = { readonly key: string; readonly size: number; readonly ageMs: number };

/**
 * A key names one content forever: it is written once. Null stands for a key that does not exist. Ages are in
 * milliseconds, by the clock of the store.
 */
export interface FileStore {
  /**
   * Stores all of `source`, durably, or nothing. `inspect` may read and change the whole file before it is
   * published; when `source` or `inspect` throws, nothing is stored.
   * @throws {FilesUnavailable} when it cannot be stored, as on a full disk
   */
  write(key: string, source: Bytes): Promise<void>;
  write<T>(key: string, source: Bytes, inspect: (draft: FileHandle) => Promise<T>): Promise<T>;
  /** Replaces a file that may exist; its age begins again. */
  renew(key: string, source: Bytes): Promise<void>;
  size(key: string): Promise<number | null>;
  read(key: string, range?: ByteRange): Promise<StoredFile | null>;
  remove(key: string): Promise<void>;
  /** The keys below a folder such as `users`, after `after`, in byte order. */
  keys(folder: string, after?: string): AsyncIterable<string>;
  age(key: string): Promise<number | null>;
  list(folder: string): AsyncIterable<ListedFile>;
  /**
   * Also removes drafts that killed processes left on this machine. @throws {FilesUnavailable} when the store
   * cannot be used
   */
  check(): Promise<void>;
  /** So many files are being read at once that a read may soon be refused. */
  readonly isCrowded: boolean;
  close(): Promise<void>;
}

export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super('the files are not available', { cause });
    this.name = 'FilesUnavailable';
  }
}
