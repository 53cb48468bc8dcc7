import { Erasure, type ReadVideo } from './erasure.ts';
import { type FileWindow, MalformedFile } from './file-window.ts';
import { type Box, type FragmentHead, readFragmentHead, SampleEraser } from './mp4-samples.ts';

/** A fragment has at least seven boxes: enough for 15 minutes with one frame per fragment. */
const boxesMax = 200_000;
/** Cameras write up to 18,000 chunks of metadata in ten minutes. */
const partsMax = 30_000;
/** Phones write up to six. */
const tracksMax = 100;
const privateTypes = new Set(['udta', 'meta', 'uuid', 'free', 'skip', 'prft', 'emsg']);
const free = Buffer.from('free');

/** @throws {MalformedFile} unless it is a complete MP4 or MOV with a video track */
export async function readMp4(file: FileWindow): Promise<ReadVideo> {
  return new Reader(file).read();
}

class Reader {
  readonly #file: FileWindow;
  readonly #erasure: Erasure;
  readonly #samples: SampleEraser;
  readonly #mediaTracks = new Set<number>();
  readonly #sampleSizes = new Map<number, number>();
  #size: { width: number; height: number } | null = null;
  #boxes = 0;
  #tracks = 0;
  #hasPictures = false;

  constructor(file: FileWindow) {
    this.#file = file;
    this.#erasure = new Erasure(file.size, partsMax);
    this.#samples = new SampleEraser(file, this.#erasure);
  }

  async read(): Promise<ReadVideo> {
    const counts = { ftyp: 0, moov: 0, mdat: 0 };
    for await (const box of this.#within({ body: 0, end: this.#file.size })) {
      if (counts.ftyp === 0 && box.type !== 'ftyp') throw new MalformedFile('it does not begin with ftyp');
      if (box.type in counts) counts[box.type as keyof typeof counts]++;
      if (box.type === 'moov') await this.#readMovie(box);
      else if (box.type === 'moof') await this.#readFragment(box);
      else if (privateTypes.has(box.type)) this.#free(box);
    }
    const isWhole = counts.ftyp === 1 && counts.moov === 1 && counts.mdat > 0;
    if (!isWhole || !this.#hasPictures) throw new MalformedFile('a part is missing');
    return { width: null, height: null, ...this.#size, erasure: this.#erasure };
  }

  async #readMovie(moov: Box): Promise<void> {
    for await (const box of this.#within(moov)) {
      if (box.type === 'trak') await this.#readTrack(box);
      else if (box.type === 'mvhd') await this.#eraseTimes(box);
      else if (box.type === 'mvex') await this.#readSampleSizes(box);
      else if (privateTypes.has(box.type)) this.#free(box);
    }
  }

  async #readSampleSizes(mvex: Box): Promise<void> {
    for await (const { type, body } of this.#within(mvex)) {
      if (type !== 'trex') continue;
      const bytes = await this.#file.bytes(body, 20);
      this.#sampleSizes.set(bytes.readUInt32BE(4), bytes.readUInt32BE(16));
      if (this.#sampleSizes.size > tracksMax) throw new MalformedFile('it has too many tracks');
    }
  }

  async #readFragment(moof: Box): Promise<void> {
    // `moov` decides which tracks stay.
    if (!this.#hasPictures) throw new MalformedFile('a fragment comes before moov');
    let base: number | null = moof.start;
    for await (const box of this.#within(moof)) {
      if (privateTypes.has(box.type)) this.#free(box);
      if (box.type !== 'traf') continue;
      await this.#readTrackFragment(box, moof.start, base);
      base = null;
    }
  }

  async #readTrackFragment(traf: Box, moofStart: number, base: number | null): Promise<void> {
    let removedHead: FragmentHead | null = null;
    let end: number | null = null;
    for await (const box of this.#within(traf)) {
      if (privateTypes.has(box.type)) this.#free(box);
      if (box.type === 'tfhd') {
        const head = await readFragmentHead(this.#file, box, moofStart, base);
        const size = head.size ?? this.#sampleSizes.get(head.track) ?? null;
        removedHead = this.#mediaTracks.has(head.track) ? null : { ...head, size };
      } else if (box.type === 'trun' && removedHead) {
        end = await this.#samples.eraseRun(box, removedHead, end);
      }
    }
    if (removedHead) this.#free(traf);
  }

  async #readTrack(trak: Box): Promise<void> {
    if (++this.#tracks > tracksMax) throw new MalformedFile('it has too many tracks');
    let header: Box | undefined;
    let table: Box | undefined;
    let handler = '';
    for await (const box of this.#within(trak)) {
      if (privateTypes.has(box.type)) this.#free(box);
      if (box.type === 'tkhd') header = box;
      if (box.type !== 'mdia') continue;
      for await (const inner of this.#within(box)) {
        if (privateTypes.has(inner.type)) this.#free(inner);
        if (inner.type === 'hdlr') handler = await this.#readHandler(inner);
        if (inner.type === 'mdhd') await this.#eraseTimes(inner);
        if (inner.type === 'minf') table = await this.#readMedia(inner);
      }
    }
    if (!header) throw new MalformedFile('a track has no header');
    const isMedia = handler === 'vide' || handler === 'soun';
    if (isMedia) this.#mediaTracks.add(await this.#numberOf(header));
    await this.#eraseTimes(header);
    if (handler === 'vide') await this.#readSize(header);
    const parts = table ? await this.#childrenOf(table) : {};
    if (isMedia && parts['stsd']) await this.#eraseEncoder(parts['stsd'], handler === 'vide');
    if (isMedia) return;
    // Cameras write a track of GPS positions beside video and sound.
    await this.#samples.eraseChunks(parts);
    this.#free(trak);
  }

  // The name of a program follows the four-letter handler type.
  async #readHandler({ body, end }: Box): Promise<string> {
    this.#erasure.add(body + 24, end);
    return (await this.#file.bytes(body + 8, 4)).toString('latin1');
  }

  async #readMedia(minf: Box): Promise<Box | undefined> {
    let table: Box | undefined;
    for await (const box of this.#within(minf)) {
      if (box.type === 'hdlr') await this.#readHandler(box);
      if (box.type === 'stbl') table = box;
    }
    return table;
  }

  // The vendor's four-letter code and, of video, the compressor's name in 32 bytes.
  async #eraseEncoder(stsd: Box, isVideo: boolean): Promise<void> {
    for await (const { body, end } of this.#within({ body: stsd.body + 8, end: stsd.end })) {
      this.#erasure.add(body + 12, Math.min(body + 16, end));
      if (isVideo) this.#erasure.add(body + 42, Math.min(body + 74, end));
    }
  }

  async #childrenOf(parent: Box): Promise<Partial<Record<string, Box>>> {
    const found: Partial<Record<string, Box>> = {};
    for await (const box of this.#within(parent)) {
      if (partsOfTable.has(box.type)) found[box.type] = box;
    }
    return found;
  }

  async #numberOf(tkhd: Box): Promise<number> {
    const bytes = await this.#file.bytes(tkhd.body, 24);
    return bytes.readUInt32BE(bytes[0] === 1 ? 20 : 12);
  }

  async #readSize(tkhd: Box): Promise<void> {
    this.#hasPictures = true;
    if (this.#size !== null) return;
    // In all versions the matrix, width and height come last.
    const end = await this.#file.bytes(tkhd.end - 44, 44);
    const [a, b] = [end.readInt32BE(0), end.readInt32BE(4)];
    const [width, height] = [sideOf(end.readUInt32BE(36)), sideOf(end.readUInt32BE(40))];
    if (width === null || height === null) return;
    // An upright video is stored on its side, with a matrix that turns it.
    const isTurned = Math.abs(b) > Math.abs(a);
    this.#size = isTurned ? { width: height, height: width } : { width, height };
  }

  // mvhd, tkhd and mdhd begin alike: version, flags, creation time and modification time.
  async #eraseTimes(box: Box): Promise<void> {
    const [version = 0] = await this.#file.bytes(box.body, 1);
    const start = box.body + 4;
    const end = start + (version === 1 ? 16 : 8);
    if (end > box.end) throw new MalformedFile('a header is too short');
    this.#erasure.add(start, end);
  }

  #free(box: Box): void {
    this.#erasure.add(box.body, box.end);
    if (box.type !== 'free') this.#erasure.putHead(box.start + 4, free);
  }

  // Child boxes fill their parent; only the last box of the file may omit its size.
  async *#within({ body, end }: { body: number; end: number }): AsyncGenerator<Box> {
    for (let start = body; start < end;) {
      if (++this.#boxes > boxesMax) throw new MalformedFile('it has too many boxes');
      const length = Math.min(16, this.#file.size - start);
      const box = this.#boxIn(
        this.#file.peek(start, length) ?? (await this.#file.bytes(start, length)),
        start,
        end,
      );
      yield box;
      start = box.end;
    }
  }

  #boxIn(head: Buffer, start: number, end: number): Box {
    if (head.length < 8) throw new MalformedFile('a box has no head');
    const type = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    const isLong = short === 1;
    if (isLong && head.length < 16) throw new MalformedFile('a box has no size');
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short;
    const headSize = isLong ? 16 : 8;
    const isLast = size === 0 && end === this.#file.size;
    const boxEnd = isLast ? end : start + size;
    if (boxEnd < start + headSize || boxEnd > end) throw new MalformedFile('a box has a wrong size');
    return { type, start, body: start + headSize, end: boxEnd };
  }
}

const partsOfTable = new Set(['stsd', 'stsc', 'stsz', 'stco', 'co64']);

function sideOf(fixedPoint: number): number | null {
  const side = Math.round(fixedPoint / 65_536);
  return side >= 1 && side <= 16_384 ? side : null;
}
