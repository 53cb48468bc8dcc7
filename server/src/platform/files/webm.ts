import { Erasure, type ReadVideo } from './erasure.ts';
import { type FileWindow, MalformedFile } from './file-window.ts';

/** An element of EBML (RFC 8794); its payload is from `body` to `end`. */
type Element = { id: number; start: number; body: number; end: number; isOpen: boolean };

const ids = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  space: 0xec,
};
const space = Buffer.of(ids.space);
/**
 * May tell where, when and with what a video was taken: tags, attachments, chapters, title, date, names of
 * tracks, codecs and files, and the segment's UID. Checksums of changed parents are removed too.
 */
const privateIds = new Set([
  0x1254c367, 0x1941a469, 0x1043a770, 0x7ba9, 0x4461, 0x536e, 0x258688, 0x7384, 0x3c83ab, 0x3e83bb, 0x73a4,
  0xbf,
]);
/** Names of programs: these elements are mandatory, but may be empty. */
const programs = new Set([0x4d80, 0x5741]);
/** An hour of sound has 180,000 blocks, which count when clusters have no size. */
const elementsMax = 250_000;
/** Recorders write about ten. */
const partsMax = 10_000;

/** @throws {MalformedFile} unless it is a complete WebM with a video track */
export async function readWebM(file: FileWindow): Promise<ReadVideo> {
  return new Reader(file).read();
}

class Reader {
  readonly #file: FileWindow;
  readonly #erasure: Erasure;
  #size: { width: number; height: number } | null = null;
  #elements = 0;
  #clusters = 0;
  #hasPictures = false;

  constructor(file: FileWindow) {
    this.#file = file;
    this.#erasure = new Erasure(file.size, partsMax);
  }

  async read(): Promise<ReadVideo> {
    const header = await this.#elementAt(0, this.#file.size);
    if (header.id !== ids.ebml || (await this.#docTypeIn(header)) !== 'webm') {
      throw new MalformedFile('it is not a WebM');
    }
    const segment = await this.#elementAt(header.end, this.#file.size);
    const isLast = segment.end === this.#file.size;
    if (segment.id !== ids.segment || !isLast) throw new MalformedFile('it is not one segment');
    await this.#readSegment(segment);
    if (!this.#hasPictures || this.#clusters === 0) throw new MalformedFile('a part is missing');
    return { width: null, height: null, ...this.#size, erasure: this.#erasure };
  }

  async #readSegment(segment: Element): Promise<void> {
    for (let at = segment.body; at < segment.end;) {
      const element = await this.#elementAt(at, segment.end);
      if (element.id === ids.cluster) this.#clusters++;
      else if (element.id === ids.tracks) await this.#readTracks(element);
      else if (element.id === ids.info) await this.#readInfo(element);
      else this.#hide(element);
      // A recorder that cannot know a cluster's size leaves it open: its content follows.
      at = element.isOpen ? element.body : element.end;
    }
  }

  async #readInfo(info: Element): Promise<void> {
    for await (const element of this.#within(info)) {
      if (programs.has(element.id)) this.#erasure.add(element.body, element.end);
      else this.#hide(element);
    }
  }

  async #readTracks(tracks: Element): Promise<void> {
    for await (const element of this.#within(tracks)) {
      if (element.id === ids.track) await this.#readTrack(element);
      else this.#hide(element);
    }
  }

  async #readTrack(track: Element): Promise<void> {
    let type = 0;
    let video: Element | null = null;
    for await (const element of this.#within(track)) {
      if (element.id === ids.trackType) type = await this.#numberOf(element);
      else if (element.id === ids.video) video = element;
      else this.#hide(element);
    }
    if (type !== 1) return;
    this.#hasPictures = true;
    if (video && this.#size === null) this.#size = await this.#sizeIn(video);
  }

  async #sizeIn(video: Element): Promise<{ width: number; height: number } | null> {
    let [width, height] = [0, 0];
    for await (const element of this.#within(video)) {
      if (element.id === ids.pixelWidth) width = await this.#numberOf(element);
      if (element.id === ids.pixelHeight) height = await this.#numberOf(element);
    }
    return isSide(width) && isSide(height) ? { width, height } : null;
  }

  async #numberOf({ body, end }: Element): Promise<number> {
    if (end - body < 1 || end - body > 6) return 0;
    return (await this.#file.bytes(body, end - body)).readUIntBE(0, end - body);
  }

  async #docTypeIn(header: Element): Promise<string | null> {
    for await (const { id, body, end } of this.#within(header)) {
      if (id === ids.docType && end - body <= 32) {
        return (await this.#file.bytes(body, end - body)).toString('latin1').replace(/\0+$/, '');
      }
    }
    return null;
  }

  // A Void of the same length, so that index entries which point to the element stay valid.
  #hide({ id, start, body, end }: Element): void {
    if (id === ids.space) this.#erasure.add(body, end);
    if (!privateIds.has(id)) return;
    const sizeBytes = Math.min(8, body - start - 1);
    const size = Buffer.allocUnsafe(8);
    size.writeBigUInt64BE((1n << BigInt(7 * sizeBytes)) | BigInt(end - start - 1 - sizeBytes));
    this.#erasure.add(start, end);
    this.#erasure.putHead(start, Buffer.concat([space, size.subarray(8 - sizeBytes)]));
  }

  async *#within(parent: Element): AsyncGenerator<Element> {
    for (let at = parent.body; at < parent.end;) {
      const element = await this.#elementAt(at, parent.end);
      yield element;
      at = element.end;
    }
  }

  async #elementAt(start: number, end: number): Promise<Element> {
    if (++this.#elements > elementsMax) throw new MalformedFile('it has too many elements');
    const length = Math.min(12, this.#file.size - start);
    const head = this.#file.peek(start, length) ?? (await this.#file.bytes(start, length));
    const idBytes = Math.clz32(head[0] ?? 0) - 23;
    const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
    if (idBytes > 4 || sizeBytes > 8 || idBytes + sizeBytes > head.length) {
      throw new MalformedFile('an element has no size');
    }
    const id = head.readUIntBE(0, idBytes);
    const { size, isOpen } = sizeIn(head.subarray(idBytes, idBytes + sizeBytes));
    const body = start + idBytes + sizeBytes;
    if (isOpen && id !== ids.segment && id !== ids.cluster) throw new MalformedFile('an element has no end');
    const elementEnd = isOpen ? end : body + size;
    if (elementEnd > end) throw new MalformedFile('an element has a wrong size');
    return { id, start, body, end: elementEnd, isOpen };
  }
}

// The first set bit gives the number of bytes; all other bits set mean an unknown size.
function sizeIn(bytes: Uint8Array): { size: number; isOpen: boolean } {
  const mark = 0x80 >> (bytes.length - 1);
  let size = (bytes[0] ?? 0) & (mark - 1);
  let isOpen = size === mark - 1;
  for (const byte of bytes.subarray(1)) {
    size = size * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return { size, isOpen };
}

function isSide(side: number): boolean {
  return side >= 1 && side <= 16_384;
}
