import { box, track, trackHeader, words } from './films.ts';

const most = 31_457_280;

type Maker = () => Buffer;

const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1'));
const pictures = track('vide');

/** Padded with media data up to the limit. */
function filled(...boxes: readonly Buffer[]): Buffer {
  const length = boxes.reduce((sum, { length: each }) => sum + each, ftyp.length + 8);
  return Buffer.concat([ftyp, ...boxes, box('mdat', Buffer.alloc(Math.max(0, most - length), 7))]);
}

/** A track that is removed: `count` chunks of one sample of `bytes`, at `offsetOf(i)`. */
function chunksAt(count: number, bytes: number, offsetOf: (i: number) => number, wide = false): Buffer[] {
  const offsets = Buffer.alloc(8 + count * (wide ? 8 : 4));
  offsets.writeUInt32BE(count, 4);
  for (let i = 0; i < count; i++) {
    if (wide) offsets.writeBigUInt64BE(BigInt(offsetOf(i)), 8 + i * 8);
    else offsets.writeUInt32BE(offsetOf(i), 8 + i * 4);
  }
  return [
    box('stsc', words(0, 1, 1, 1, 1)),
    box('stsz', words(0, bytes, count)),
    box(wide ? 'co64' : 'stco', offsets),
  ];
}

const repeated = (count: number, bytes: Buffer) => Buffer.alloc(count * bytes.length, bytes);
const scattered = (i: number) => 64 + ((i * 7_919_051) % (most - 128));

const tinyTrack = track('meta', ...chunksAt(1, 4, scattered));

/** The run has `count` samples of individual sizes. */
function fragment(number: number, count: number): Buffer {
  const run = Buffer.alloc(12 + count * 4, 1);
  words(0x201, count, 0).copy(run);
  return box('moof', box('traf', box('tfhd', words(0x2_0000, number)), box('trun', run)));
}

/** The most expensive MP4s of at most 30 MB. */
export const worstFilms: Record<string, Maker> = {
  'seven tracks of 990,000 chunks': () =>
    Buffer.concat([
      ftyp,
      box(
        'moov',
        pictures,
        ...Array.from({ length: 7 }, () => track('meta', ...chunksAt(990_000, 4, (i) => most - 64 - i * 8))),
      ),
      box('mdat', Buffer.alloc(64)),
    ]),
  'chunks all over the file, as many as are taken': () =>
    filled(box('moov', pictures, track('meta', ...chunksAt(29_900, 4, scattered)))),
  'more chunks than are taken': () =>
    filled(box('moov', pictures, track('meta', ...chunksAt(400_000, 4, scattered)))),
  'chunks with long addresses': () =>
    filled(box('moov', pictures, track('meta', ...chunksAt(200_000, 1, scattered, true)))),
  'chunks that each claim the whole file': () =>
    filled(box('moov', pictures, track('meta', ...chunksAt(29_900, 0xffff_ffff, scattered)))),
  'samples without number in one chunk': () =>
    filled(
      box(
        'moov',
        pictures,
        track(
          'meta',
          box('stsc', words(0, 1, 1, 0xffff_ffff, 1)),
          box('stsz', words(0, 0, 7_000_000), Buffer.alloc(28_000_000, 1)),
          box('stco', words(0, 1, 64)),
        ),
      ),
    ),
  'a table that changes with every chunk': () =>
    filled(
      box(
        'moov',
        pictures,
        track(
          'meta',
          box('stsc', words(0, 150_000), repeated(150_000, words(1, 1, 1))),
          box('stsz', words(0, 4, 50_000)),
          box('stco', words(0, 40_000), Buffer.alloc(160_000, 1)),
        ),
      ),
    ),
  'nothing but the smallest boxes': () =>
    Buffer.concat([
      ftyp,
      box('moov', pictures),
      box('mdat', Buffer.alloc(8)),
      repeated(3_900_000, box('free')),
    ]),
  'the smallest boxes in a track': () =>
    filled(
      box(
        'moov',
        pictures,
        box(
          'trak',
          trackHeader(1, 1),
          box('mdia', box('minf', box('stbl', repeated(3_000_000, box('abcd'))))),
        ),
      ),
    ),
  'as many boxes as are taken': () => filled(box('moov', pictures), repeated(199_900, box('abcd'))),
  'private boxes and others by turns': () =>
    filled(
      box('moov', pictures),
      repeated(14_900, Buffer.concat([box('udta', Buffer.alloc(4)), box('abcd')])),
    ),
  'private boxes by turns all over the file': () =>
    Buffer.concat([
      ftyp,
      box('moov', pictures),
      box('mdat', Buffer.alloc(8)),
      repeated(14_900, Buffer.concat([box('skip', Buffer.alloc(1_000)), box('abcd', Buffer.alloc(1_000))])),
    ]),
  'empty boxes to rename': () => filled(box('moov', pictures), repeated(29_900, box('udta'))),
  'boxes with long sizes': () =>
    filled(
      box('moov', pictures),
      repeated(
        14_900,
        Buffer.concat([Buffer.from('00000001', 'hex'), Buffer.from('uuid'), words(0, 32, 0, 0, 0, 0)]),
      ),
    ),
  'tracks without end': () => filled(box('moov', pictures, repeated(60_000, tinyTrack))),
  'tracks that lead back and forth': () =>
    Buffer.concat([
      ftyp,
      box('mdat', Buffer.alloc(8)),
      box(
        'moov',
        pictures,
        ...Array.from({ length: 98 }, () =>
          box(
            'trak',
            trackHeader(1, 1),
            box('abcd', Buffer.alloc(300_000)),
            box('mdia', box('minf', box('stbl'))),
          ),
        ),
      ),
    ]),
  'fragments of samples without number': () =>
    Buffer.concat([
      ftyp,
      box('moov', pictures),
      box('mdat', Buffer.alloc(8)),
      ...Array.from({ length: 300 }, () => fragment(2, 25_000)),
    ]),
  'fragments without number': () => {
    const each = fragment(2, 1);
    return Buffer.concat([
      ftyp,
      box('moov', pictures),
      box('mdat', Buffer.alloc(8)),
      repeated(480_000, each),
    ]);
  },
  'runs without number': () =>
    filled(
      box('moov', pictures),
      box(
        'moof',
        box('traf', box('tfhd', words(0x2_0000, 2)), repeated(190_000, box('trun', words(0x1, 1, 64)))),
      ),
    ),
  'the same in itself, a million deep': () => {
    const nested = Buffer.alloc(8_000_000);
    for (let at = 0; at < nested.length; at += 8) {
      nested.writeUInt32BE(nested.length - at, at);
      nested.write('moov', at + 4, 'latin1');
    }
    return Buffer.concat([ftyp, box('mdat', Buffer.alloc(8)), nested]);
  },
};

const head = element(0x1a45dfa3, element(0x4282, Buffer.from('webm')));
const video = element(0xe0, element(0xb0, Buffer.of(64)), element(0xba, Buffer.of(48)));
const tracks = element(0x1654ae6b, element(0xae, element(0x83, Buffer.of(1)), video));
const openCluster = Buffer.from('1f43b675ff', 'hex');

/** An EBML element whose size takes eight bytes. */
export function element(id: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size, body]);
}

/** A complete WebM whose segment has no size. */
function webm(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([head, Buffer.from('18538067ff', 'hex'), tracks, ...parts]);
}

const tags = Buffer.from('1254c36780', 'hex');
const tinyVoid = Buffer.from('ec80', 'hex');
const block = Buffer.from('a380', 'hex');

export const worstWebMs: Record<string, Maker> = {
  '190,000 tags of six bytes': () => webm(openCluster, repeated(190_000, Buffer.from('1254c3678178', 'hex'))),
  'as many tags as are taken, and others by turns': () =>
    webm(openCluster, repeated(4_900, Buffer.concat([tags, block]))),
  'tags all over the file': () =>
    webm(
      openCluster,
      repeated(
        4_900,
        Buffer.concat([element(0x1254c367, Buffer.alloc(3_000)), element(0xa3, Buffer.alloc(3_000))]),
      ),
    ),
  'nothing but the smallest elements': () => webm(openCluster, repeated(15_600_000, tinyVoid)),
  'as many blocks as are taken': () => webm(openCluster, repeated(249_900, block)),
  'clusters of no known length': () => webm(repeated(249_000, openCluster)),
  'blocks as large as they may be': () =>
    webm(openCluster, repeated(249_000, element(0xa3, Buffer.alloc(110)))),
  'tracks without end': () =>
    webm(
      openCluster,
      element(0x1654ae6b, repeated(60_000, element(0xae, element(0x83, Buffer.of(1)), video))),
    ),
  'pictures without end in a track': () =>
    webm(
      openCluster,
      element(0x1654ae6b, element(0xae, element(0x83, Buffer.of(1)), repeated(100_000, element(0xe0)))),
    ),
  'titles without end': () => webm(openCluster, element(0x1549a966, repeated(190_000, element(0x7ba9)))),
  'names of programs without end': () =>
    webm(
      openCluster,
      element(0x1549a966, repeated(4_900, Buffer.concat([element(0x4d80, Buffer.of(65)), element(0xbf)]))),
    ),
  'one tag of all there is': () => webm(openCluster, element(0x1254c367, Buffer.alloc(31_000_000, 65))),
  'a head without end': () =>
    Buffer.concat([
      element(0x1a45dfa3, repeated(190_000, element(0x4286)), element(0x4282, Buffer.from('webm'))),
    ]),
  'empty spaces and blocks by turns': () =>
    webm(openCluster, repeated(9_900, Buffer.concat([Buffer.from('ec8178', 'hex'), block]))),
};
