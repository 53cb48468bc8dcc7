import type { FileHandle } from 'node:fs/promises';

const windowBytes = 64 * 1024;
const zeros = Buffer.alloc(windowBytes);

/** From `start` up to `end`, which is not part of it. */
export type Span = { start: number; end: number };

/** A file is not what it says it is. */
export class Malformed extends Error {}

/** Reads small pieces of an open file, wherever they are, without holding the file in memory. */
export class FileWindow {
  readonly size: number;
  readonly #file: FileHandle;
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  static async of(file: FileHandle): Promise<FileWindow> {
    return new FileWindow(file, (await file.stat()).size);
  }

  /** @throws {Malformed} when the file ends before */
  async bytes(start: number, length: number): Promise<Buffer> {
    if (start + length > this.size) throw new Malformed('it ends too early');
    if (length > windowBytes) return this.#read(start, length);
    if (start < this.#start || start + length > this.#start + this.#bytes.length) {
      this.#bytes = await this.#read(start, Math.min(windowBytes, this.size - start));
      this.#start = start;
    }
    return this.#bytes.subarray(start - this.#start, start - this.#start + length);
  }

  /** Writes over what is there. */
  async write(start: number, bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await this.#file.write(
        bytes,
        written,
        bytes.length - written,
        start + written,
      );
      written += bytesWritten;
    }
    this.#bytes = Buffer.alloc(0);
  }

  /** Writes zeros over these parts of the file, which may overlap. */
  async erase(spans: readonly Span[]): Promise<void> {
    let erased = 0;
    for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
      const last = Math.min(end, this.size);
      for (let at = Math.max(start, erased); at < last; at += windowBytes) {
        await this.write(at, zeros.subarray(0, Math.min(windowBytes, last - at)));
      }
      erased = Math.max(erased, last);
    }
  }

  async #read(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length);
    for (let read = 0; read < length;) {
      const { bytesRead } = await this.#file.read(bytes, read, length - read, start + read);
      if (bytesRead === 0) throw new Malformed('it ends too early');
      read += bytesRead;
    }
    return bytes;
  }
}
