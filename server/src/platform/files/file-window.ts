import type { FileHandle } from 'node:fs/promises';

const windowBytes = 64 * 1024;

export class MalformedFile extends Error {}

/** Random access to an open file through 64 KB of memory. Sequential work reads and writes each byte once. */
export class FileWindow {
  readonly size: number;
  readonly #file: FileHandle;
  readonly #window = Buffer.allocUnsafeSlow(windowBytes);
  #start = 0;
  #end = 0;
  #isChanged = false;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  static async of(file: FileHandle): Promise<FileWindow> {
    return new FileWindow(file, (await file.stat()).size);
  }

  /** Valid until the next call. @throws {MalformedFile} when the file ends before it */
  async bytes(start: number, length: number): Promise<Buffer> {
    const piece = this.peek(start, length);
    if (piece) return piece;
    if (start + length > this.size) throw new MalformedFile('it ends too early');
    if (length > windowBytes) return this.#read(Buffer.allocUnsafeSlow(length), start);
    await this.#moveTo(start);
    return this.#window.subarray(0, length);
  }

  /** Awaiting costs more than parsing a header. Null when the window has to move first. */
  peek(start: number, length: number): Buffer | null {
    if (start < this.#start || start + length > this.#end) return null;
    return this.#window.subarray(start - this.#start, start - this.#start + length);
  }

  async overwrite(start: number, end: number, bytes?: Uint8Array): Promise<void> {
    for (let at = start; at < end;) {
      if (at < this.#start || at >= this.#end) await this.#moveTo(at);
      const stop = Math.min(end, this.#end);
      if (bytes) this.#window.set(bytes.subarray(at - start, stop - start), at - this.#start);
      else this.#window.fill(0, at - this.#start, stop - this.#start);
      this.#isChanged = true;
      at = stop;
    }
  }

  async flush(): Promise<void> {
    const length = this.#end - this.#start;
    for (let offset = 0; this.#isChanged && offset < length;) {
      const at = this.#start + offset;
      offset += (await this.#file.write(this.#window, offset, length - offset, at)).bytesWritten;
    }
    this.#isChanged = false;
  }

  async #moveTo(start: number): Promise<void> {
    await this.flush();
    const end = Math.min(start + windowBytes, this.size);
    this.#end = 0;
    await this.#read(this.#window.subarray(0, end - start), start);
    this.#start = start;
    this.#end = end;
  }

  async #read(bytes: Buffer, start: number): Promise<Buffer> {
    for (let offset = 0; offset < bytes.length;) {
      const { bytesRead } = await this.#file.read(bytes, offset, bytes.length - offset, start + offset);
      if (bytesRead === 0) throw new MalformedFile('it ends too early');
      offset += bytesRead;
    }
    return bytes;
  }
}
