import { type FileWindow, Malformed, type Span } from './file-window.ts';

/** An element of EBML (RFC 8794): its payload is from `body` to `end`. */
type Element = { id: number; start: number; body: number; end: number; isOpen: boolean };

export type WebM = {
  width: number | null;
  height: number | null;
  /** Elements that tell where, when and with what it was taken. */
  private: { whole: Span; body: number }[];
};

const ids = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  title: 0x7ba9,
  date: 0x4461,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
};
const told = new Set([ids.tags, ids.attachments, ids.title, ids.date]);
const elementsMax = 200_000;

/** Reads a WebM by its elements. @throws {Malformed} unless it is whole and has a picture track */
export async function readWebM(file: FileWindow): Promise<WebM> {
  return new Reader(file).read();
}

class Reader {
  readonly #file: FileWindow;
  readonly #found: WebM = { width: null, height: null, private: [] };
  #elements = 0;
  #clusters = 0;
  #hasPictures = false;

  constructor(file: FileWindow) {
    this.#file = file;
  }

  async read(): Promise<WebM> {
    const header = await this.#elementAt(0, this.#file.size);
    if (header.id !== ids.ebml || (await this.#textIn(header, ids.docType)) !== 'webm') {
      throw new Malformed('it is no WebM');
    }
    const segment = await this.#elementAt(header.end, this.#file.size);
    const isLast = segment.end === this.#file.size;
    if (segment.id !== ids.segment || !isLast) throw new Malformed('it is not one segment');
    await this.#readSegment(segment);
    if (!this.#hasPictures || this.#clusters === 0) throw new Malformed('a part is missing');
    return this.#found;
  }

  async #readSegment(segment: Element): Promise<void> {
    for (let at = segment.body; at < segment.end;) {
      const element = await this.#elementAt(at, segment.end);
      if (element.id === ids.cluster) this.#clusters++;
      else if (element.id === ids.tracks) await this.#readTracks(element);
      else if (element.id === ids.info) await this.#readInfo(element);
      else if (told.has(element.id)) this.#hide(element);
      // A recorder that does not know a cluster's length yet leaves it open: what it holds follows.
      at = element.isOpen ? element.body : element.end;
    }
  }

  async #readInfo(info: Element): Promise<void> {
    for await (const element of this.#within(info)) if (told.has(element.id)) this.#hide(element);
  }

  async #readTracks(tracks: Element): Promise<void> {
    for await (const track of this.#within(tracks)) {
      if (track.id !== ids.track || (await this.#numberIn(track, ids.trackType)) !== 1) continue;
      this.#hasPictures = true;
      for await (const video of this.#within(track)) {
        if (video.id !== ids.video || this.#found.width !== null) continue;
        const width = sideOf(await this.#numberIn(video, ids.pixelWidth));
        const height = sideOf(await this.#numberIn(video, ids.pixelHeight));
        if (width !== null && height !== null) Object.assign(this.#found, { width, height });
      }
    }
  }

  #hide({ start, body, end }: Element): void {
    this.#found.private.push({ whole: { start, end }, body });
  }

  async #numberIn(parent: Element, id: number): Promise<number | null> {
    for await (const { id: found, body, end } of this.#within(parent)) {
      if (found === id && end - body >= 1 && end - body <= 6) {
        return (await this.#file.bytes(body, end - body)).readUIntBE(0, end - body);
      }
    }
    return null;
  }

  async #textIn(parent: Element, id: number): Promise<string | null> {
    for await (const { id: found, body, end } of this.#within(parent)) {
      if (found === id && end - body <= 32) {
        return (await this.#file.bytes(body, end - body)).toString('latin1').replace(/\0+$/, '');
      }
    }
    return null;
  }

  async *#within(parent: Element): AsyncGenerator<Element> {
    for (let at = parent.body; at < parent.end;) {
      const element = await this.#elementAt(at, parent.end);
      yield element;
      at = element.end;
    }
  }

  async #elementAt(start: number, end: number): Promise<Element> {
    if (++this.#elements > elementsMax) throw new Malformed('it has too many elements');
    const head = await this.#file.bytes(start, Math.min(12, this.#file.size - start));
    const idBytes = Math.clz32(head[0] ?? 0) - 23;
    const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
    if (idBytes > 4 || sizeBytes > 8 || idBytes + sizeBytes > head.length) {
      throw new Malformed('an element has no size');
    }
    const id = head.readUIntBE(0, idBytes);
    const { size, isOpen } = sizeIn(head.subarray(idBytes, idBytes + sizeBytes));
    const body = start + idBytes + sizeBytes;
    if (isOpen && id !== ids.segment && id !== ids.cluster) throw new Malformed('an element has no end');
    const elementEnd = isOpen ? end : body + size;
    if (elementEnd > end) throw new Malformed('an element has a wrong size');
    return { id, start, body, end: elementEnd, isOpen };
  }
}

// The first bit that is set tells how many bytes there are; all others set mean that the size is not known.
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

function sideOf(side: number | null): number | null {
  return side !== null && side >= 1 && side <= 16_384 ? side : null;
}
