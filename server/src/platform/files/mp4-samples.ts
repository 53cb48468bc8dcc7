import type { Erasure } from './erasure.ts';
import { type FileWindow, MalformedFile } from './file-window.ts';

/** A box of ISO/IEC 14496-12; its payload is from `body` to `end`. */
export type Box = { type: string; start: number; body: number; end: number };

export type FragmentHead = { track: number; base: number | null; size: number | null };

/** `base` is for a `tfhd` without offsets of its own; null when unknown. */
export async function readFragmentHead(
  file: FileWindow,
  { body, end }: Box,
  moofStart: number,
  base: number | null,
): Promise<FragmentHead> {
  const length = Math.min(end - body, 40);
  const bytes = file.peek(body, length) ?? (await file.bytes(body, length));
  const flags = bytes.length < 8 ? 0 : bytes.readUInt32BE(0);
  const hasBase = (flags & 0x1) !== 0;
  const sizeAt = 8 + (hasBase ? 8 : 0) + (flags & 0x2 ? 4 : 0) + (flags & 0x8 ? 4 : 0);
  const hasSize = (flags & 0x10) !== 0;
  if (bytes.length < Math.max(8, hasBase ? 16 : 0, hasSize ? sizeAt + 4 : 0)) {
    throw new MalformedFile('the head of a fragment is too short');
  }
  const countsFromFragment = (flags & 0x2_0000) !== 0;
  return {
    track: bytes.readUInt32BE(4),
    base: hasBase ? Number(bytes.readBigUInt64BE(8)) : countsFromFragment ? moofStart : base,
    size: hasSize ? bytes.readUInt32BE(sizeAt) : null,
  };
}

/**
 * Erases the samples of removed tracks. Four metadata tracks of a phone at 30 samples a second need about 600
 * KB of tables in ten minutes; all tables of a file together may have 2 MB.
 */
export class SampleEraser {
  readonly #file: FileWindow;
  readonly #erasure: Erasure;
  #bytesLeft = 2_000_000;

  constructor(file: FileWindow, erasure: Erasure) {
    this.#file = file;
    this.#erasure = erasure;
  }

  /** Reads the tables of a track's `stbl`; without one of them there are no samples. */
  async eraseChunks({ stsc, stsz, stco, co64 }: Partial<Record<string, Box>>): Promise<void> {
    const offsets = stco ?? co64;
    if (!stsc || !stsz || !offsets) return;
    const chunks = await this.#rows(offsets, 8, stco ? 4 : 8);
    const perChunk = await this.#rows(stsc, 8, 12);
    const sizes = await this.#rows(stsz, 12, 4);
    const fixedSize = (await this.#file.bytes(stsz.body + 4, 4)).readUInt32BE(0);
    let sample = 0;
    let entry = 0;
    for (let chunk = 0; chunk < chunks.count; chunk++) {
      // An entry applies from its first chunk, counted from 1, up to the next entry's.
      while (entry + 1 < perChunk.count && perChunk.bytes.readUInt32BE((entry + 1) * 12) <= chunk + 1)
        entry++;
      const samples = perChunk.count === 0 ? 0 : perChunk.bytes.readUInt32BE(entry * 12 + 4);
      const at = chunk * (stco ? 4 : 8);
      const start = stco ? chunks.bytes.readUInt32BE(at) : Number(chunks.bytes.readBigUInt64BE(at));
      let length = fixedSize * samples;
      if (fixedSize === 0) {
        const last = Math.min(sample + samples, sizes.count);
        for (; sample < last; sample++) length += sizes.bytes.readUInt32BE(sample * 4);
      }
      this.#erasure.add(start, start + length);
    }
  }

  /** `after` is where the samples of the previous run ended. @returns where these end */
  async eraseRun(trun: Box, { base, size }: FragmentHead, after: number | null): Promise<number> {
    const headLength = Math.min(trun.end - trun.body, 12);
    const head = this.#file.peek(trun.body, headLength) ?? (await this.#file.bytes(trun.body, headLength));
    this.#charge(trun.end - trun.start);
    if (head.length < 8) throw new MalformedFile('a run has no head');
    const flags = head.readUInt32BE(0);
    const count = head.readUInt32BE(4);
    const hasOffset = (flags & 0x1) !== 0 && head.length === 12;
    const baseStart = base === null ? null : base + (hasOffset ? head.readInt32BE(8) : 0);
    const start = after !== null && !hasOffset ? after : baseStart;
    // It would follow samples of a track that stays, whose tables are not read.
    if (start === null || start < 0) throw new MalformedFile('a run does not say where it is');
    const end =
      start + ((flags & 0x200) === 0 ? (size ?? 0) * count : await this.#lengthOfRun(trun, flags, count));
    this.#erasure.add(start, end);
    return end;
  }

  async #lengthOfRun(trun: Box, flags: number, count: number): Promise<number> {
    const has = (flag: number) => ((flags & flag) === 0 ? 0 : 4);
    const rowBytes = has(0x100) + has(0x200) + has(0x400) + has(0x800);
    const bytes = await this.#inside(trun, 8 + has(0x1) + has(0x4), count * rowBytes);
    let length = 0;
    for (let at = has(0x100); at < bytes.length; at += rowBytes) length += bytes.readUInt32BE(at);
    return length;
  }

  async #rows(box: Box, headBytes: number, rowBytes: number): Promise<{ count: number; bytes: Buffer }> {
    const room = box.end - box.body - headBytes;
    if (room < 0) throw new MalformedFile('a table has a wrong size');
    const declaredCount = (await this.#file.bytes(box.body + headBytes - 4, 4)).readUInt32BE(0);
    const count = Math.min(declaredCount, Math.floor(room / rowBytes));
    this.#charge(count * rowBytes);
    return { count, bytes: Buffer.from(await this.#inside(box, headBytes, count * rowBytes)) };
  }

  async #inside(box: Box, from: number, length: number): Promise<Buffer> {
    if (box.body + from + length > box.end) throw new MalformedFile('a table has a wrong size');
    return this.#file.bytes(box.body + from, length);
  }

  #charge(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new MalformedFile('its tables are too large');
  }
}
