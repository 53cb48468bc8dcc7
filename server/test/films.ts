export type FilmParts = {
  tracks?: readonly Buffer[];
  /** Boxes of `moov` besides the tracks. */
  metadata?: readonly Buffer[];
  media?: Buffer;
};

/** A box of ISO/IEC 14496-12. */
export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A complete MP4. */
export function film({
  tracks = [track('vide')],
  metadata = [],
  media = Buffer.alloc(64, 7),
}: FilmParts = {}): Buffer {
  const type = box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1'));
  return Buffer.concat([type, box('mdat', media), box('moov', header('mvhd', 100), ...tracks, ...metadata)]);
}

/** The offset of the media data in a `film`. */
export const mediaStart = 24 + 8;

export function filmOf(bytes: number): Buffer {
  return film({ media: Buffer.alloc(bytes - film({ media: Buffer.alloc(0) }).length, 7) });
}

/** A video track (`vide`), sound track (`soun`) or another one, with sample tables if needed. */
export function track(handler: string, ...samples: readonly Buffer[]): Buffer {
  const hdlr = Buffer.alloc(24);
  hdlr.write(handler, 8, 'latin1');
  const table = box('minf', box('stbl', ...samples));
  return box('trak', trackHeader(320, 180), box('mdia', header('mdhd', 24), box('hdlr', hdlr), table));
}

/** One chunk of samples at `offset`. */
export function sampleTables(offset: number, sizes: readonly number[]): Buffer[] {
  return [
    box('stsc', words(0, 1, 1, sizes.length, 1)),
    box('stsz', words(0, 0, sizes.length, ...sizes)),
    box('stco', words(0, 1, offset)),
  ];
}

/** A `tkhd`; `isTurned` rotates the picture by 90 degrees. */
export function trackHeader(width: number, height: number, isTurned = false): Buffer {
  const one = 65_536;
  const matrix = isTurned
    ? [0, one, 0, -one, 0, 0, 0, 0, 0x4000_0000]
    : [one, 0, 0, 0, one, 0, 0, 0, 0x4000_0000];
  const head = words(0x0000_0007, 0xe123_4567, 0xe123_4567, 1, 0, 0, 0, 0, 0, 0);
  return box('tkhd', head, words(...matrix, width * one, height * one));
}

/** A header box that begins with its version, flags and two times. */
function header(type: string, bytes: number): Buffer {
  const body = Buffer.alloc(bytes);
  words(0, 0xe123_4567, 0xe123_4567).copy(body);
  return box(type, body);
}

export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32BE(value >>> 0, i * 4));
  return bytes;
}
