import { type FileWindow, MalformedFile } from './file-window.ts';

type Span = { start: number; end: number };

/** Sizes are in pixels, null where the file does not say. */
export type ReadVideo = { width: number | null; height: number | null; erasure: Erasure };

export class Erasure {
  readonly #size: number;
  readonly #partsMax: number;
  readonly #spans: Span[] = [];
  readonly #heads: { at: number; bytes: Uint8Array }[] = [];

  constructor(size: number, partsMax: number) {
    this.#size = size;
    this.#partsMax = partsMax;
  }

  /** Parts may overlap and reach beyond the file. @throws {MalformedFile} when there are too many */
  add(start: number, end: number): void {
    const stop = Math.min(end, this.#size);
    if (start >= stop) return;
    const last = this.#spans.at(-1);
    if (last && start >= last.start && start <= last.end) last.end = Math.max(last.end, stop);
    else this.#spans.push({ start, end: stop });
    this.#bound();
  }

  putHead(at: number, bytes: Uint8Array): void {
    this.#heads.push({ at, bytes });
    this.#bound();
  }

  async apply(file: FileWindow): Promise<void> {
    const heads = this.#heads.toSorted((a, b) => a.at - b.at);
    let next = 0;
    const putUpTo = async (end: number) => {
      for (let head = heads[next]; head && head.at + head.bytes.length <= end; head = heads[++next]) {
        await file.overwrite(head.at, head.at + head.bytes.length, head.bytes);
      }
    };
    let erasedTo = 0;
    for (const { start, end } of this.#spans.toSorted((a, b) => a.start - b.start)) {
      await putUpTo(start);
      await file.overwrite(Math.max(start, erasedTo), end);
      erasedTo = Math.max(erasedTo, end);
    }
    await putUpTo(Infinity);
    await file.flush();
  }

  #bound(): void {
    if (this.#spans.length + this.#heads.length > this.#partsMax)
      throw new MalformedFile('it has too many private parts');
  }
}
