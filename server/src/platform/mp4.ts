import { type FileWindow, Malformed, type Span } from './file-window.ts';
import { type Box, sampleSpans } from './mp4-samples.ts';

export type Mp4 = {
  width: number | null;
  height: number | null;
  /** What tells where, when and with what it was taken. */
  private: Span[];
  /** Where the four letters of a box stand that is to become `free`. */
  freed: number[];
};

/** A whole film of 30 MB in fragments has some thousands. */
const boxesMax = 50_000;
const told = new Set(['udta', 'meta', 'uuid', 'free', 'skip']);

/** Reads an MP4 or MOV by its boxes. @throws {Malformed} unless it is whole and has a picture track */
export async function readMp4(file: FileWindow): Promise<Mp4> {
  return new Reader(file).read();
}

class Reader {
  readonly #file: FileWindow;
  readonly #found: Mp4 = { width: null, height: null, private: [], freed: [] };
  #boxes = 0;
  #hasPictures = false;

  constructor(file: FileWindow) {
    this.#file = file;
  }

  async read(): Promise<Mp4> {
    const seen = { ftyp: 0, moov: 0, mdat: 0 };
    for await (const box of this.#within({ body: 0, end: this.#file.size })) {
      if (seen.ftyp === 0 && box.type !== 'ftyp') throw new Malformed('it does not begin with ftyp');
      if (box.type in seen) seen[box.type as keyof typeof seen]++;
      if (box.type === 'moov') await this.#readFilm(box);
      else if (box.type === 'moof') await this.#readFragment(box);
      else if (told.has(box.type)) this.#free(box);
    }
    const isWhole = seen.ftyp === 1 && seen.moov === 1 && seen.mdat > 0;
    if (!isWhole || !this.#hasPictures) throw new Malformed('a part is missing');
    return this.#found;
  }

  async #readFilm(moov: Box): Promise<void> {
    for await (const box of this.#within(moov)) {
      if (box.type === 'trak') await this.#readTrack(box);
      else if (box.type === 'mvhd') await this.#forgetTimes(box);
      else if (told.has(box.type)) this.#free(box);
    }
  }

  async #readFragment(moof: Box): Promise<void> {
    for await (const box of this.#within(moof)) {
      if (told.has(box.type)) this.#free(box);
      if (box.type !== 'traf') continue;
      for await (const inner of this.#within(box)) if (told.has(inner.type)) this.#free(inner);
    }
  }

  async #readTrack(trak: Box): Promise<void> {
    let header: Box | undefined;
    let table: Box | undefined;
    let handler = '';
    for await (const box of this.#within(trak)) {
      if (told.has(box.type)) this.#free(box);
      if (box.type === 'tkhd') header = box;
      if (box.type !== 'mdia') continue;
      for await (const inner of this.#within(box)) {
        if (told.has(inner.type)) this.#free(inner);
        if (inner.type === 'hdlr') handler = (await this.#file.bytes(inner.body + 8, 4)).toString('latin1');
        if (inner.type === 'mdhd') await this.#forgetTimes(inner);
        if (inner.type === 'minf') table = await this.#child(inner, 'stbl');
      }
    }
    if (!header) throw new Malformed('a track has no header');
    await this.#forgetTimes(header);
    if (handler === 'vide') await this.#readSize(header);
    // Cameras write a track of where they were beside picture and sound.
    else if (handler !== 'soun') await this.#dropTrack(trak, table);
  }

  async #dropTrack(trak: Box, table: Box | undefined): Promise<void> {
    if (table) {
      const parts: Partial<Record<string, Box>> = {};
      for await (const box of this.#within(table)) parts[box.type] = box;
      for (const span of await sampleSpans(this.#file, parts)) this.#found.private.push(span);
    }
    this.#free(trak);
  }

  async #readSize(tkhd: Box): Promise<void> {
    this.#hasPictures = true;
    if (this.#found.width !== null) return;
    // Whatever the version, a matrix and the two sides come last.
    const end = await this.#file.bytes(tkhd.end - 44, 44);
    const [a, b] = [end.readInt32BE(0), end.readInt32BE(4)];
    const [width, height] = [sideOf(end.readUInt32BE(36)), sideOf(end.readUInt32BE(40))];
    if (width === null || height === null) return;
    // A film taken upright lies on its side, with a matrix that turns it.
    const isTurned = Math.abs(b) > Math.abs(a);
    Object.assign(this.#found, isTurned ? { width: height, height: width } : { width, height });
  }

  // mvhd, tkhd and mdhd begin alike: a version, flags, when it was made and when it was changed.
  async #forgetTimes(box: Box): Promise<void> {
    const [version = 0] = await this.#file.bytes(box.body, 1);
    const start = box.body + 4;
    const end = start + (version === 1 ? 16 : 8);
    if (end > box.end) throw new Malformed('a header is too short');
    this.#found.private.push({ start, end });
  }

  #free(box: Box): void {
    this.#found.private.push({ start: box.body, end: box.end });
    this.#found.freed.push(box.start + 4);
  }

  async #child(parent: Box, type: string): Promise<Box | undefined> {
    for await (const box of this.#within(parent)) if (box.type === type) return box;
    return undefined;
  }

  // The boxes of a box fill it to its end; only the last one of the file may leave its size out.
  async *#within({ body, end }: { body: number; end: number }): AsyncGenerator<Box> {
    for (let start = body; start < end;) {
      if (++this.#boxes > boxesMax) throw new Malformed('it has too many boxes');
      const box = await this.#boxAt(start, end);
      yield box;
      start = box.end;
    }
  }

  async #boxAt(start: number, end: number): Promise<Box> {
    const head = await this.#file.bytes(start, 8);
    const type = head.toString('latin1', 4);
    const short = head.readUInt32BE(0);
    const isLong = short === 1;
    const size = isLong ? Number((await this.#file.bytes(start + 8, 8)).readBigUInt64BE(0)) : short;
    const headSize = isLong ? 16 : 8;
    const isLast = size === 0 && end === this.#file.size;
    const boxEnd = isLast ? end : start + size;
    if (boxEnd < start + headSize || boxEnd > end) throw new Malformed('a box has a wrong size');
    return { type, start, body: start + headSize, end: boxEnd };
  }
}

function sideOf(fixed: number): number | null {
  const side = Math.round(fixed / 65_536);
  return side >= 1 && side <= 16_384 ? side : null;
}
