import { readFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { box, film, mediaStart, sampleTables, track, trackHeader, words } from '../../../test/films.ts';
import { element } from '../../../test/worst-videos.ts';
import { cleanVideo, type VideoSize } from './videos.ts';

const folder = await mkdtemp(join(tmpdir(), 'tablon-videos-'));
afterAll(() => rm(folder, { recursive: true }));

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../test/fixtures', name));

/** The parsed size, and the file after cleaning. */
async function clean(
  file: Buffer,
  kind: 'mp4' | 'webm' = 'mp4',
): Promise<{ size: VideoSize | null; after: Buffer }> {
  const path = join(folder, 'draft');
  await writeFile(path, file);
  const draft = await open(path, 'r+');
  const size = await cleanVideo(kind, draft);
  await draft.close();
  return { size, after: await readFile(path) };
}

describe('an MP4', () => {
  it('from a camera loses place, title and times, and nothing moves', async () => {
    for (const name of ['tagged.mp4', 'turned.mov']) {
      const before = fixture(name);
      const { size, after } = await clean(before);
      expect(size).toEqual(name === 'turned.mov' ? { width: 48, height: 64 } : { width: 64, height: 48 });
      expect(after.length).toBe(before.length);
      expect(before.includes('-34.6037')).toBe(true);
      expect(after.toString('latin1')).not.toMatch(/34\.6037|Secreto|udta|meta/);
      const media = before.indexOf('mdat');
      const end = media + before.readUInt32BE(media - 4) - 4;
      expect(after.subarray(media, end).equals(before.subarray(media, end))).toBe(true);
    }
  });

  it('loses private boxes wherever they are', async () => {
    const secret = Buffer.from('-34.6037-058.3816/');
    const place = () => box('udta', box('\xa9xyz', secret));
    const whole = film({
      tracks: [box('trak', place(), ...inside(track('vide')), box('meta', secret))],
      metadata: [place(), box('meta', secret), box('uuid', secret), box('free', secret)],
    });
    const { size, after } = await clean(
      Buffer.concat([whole, box('uuid', secret), box('skip', secret), place()]),
    );
    expect(size).toEqual({ width: 320, height: 180 });
    expect(after.includes('34.6037')).toBe(false);
    // The times in the headers.
    expect(after.includes(Buffer.from('e1234567', 'hex'))).toBe(false);
  });

  it('loses its GPS track, with its samples', async () => {
    const media = Buffer.concat([Buffer.alloc(20, 'v'), Buffer.from('GPS -34.6037'), Buffer.alloc(20, 'v')]);
    const positions = track('meta', ...sampleTables(mediaStart + 20, [4, 8]));
    const { size, after } = await clean(film({ tracks: [track('vide'), positions], media }));
    expect(size).toEqual({ width: 320, height: 180 });
    const cleanMedia = Buffer.concat([Buffer.alloc(20, 'v'), Buffer.alloc(12), Buffer.alloc(20, 'v')]);
    expect(after.subarray(mediaStart, mediaStart + media.length).equals(cleanMedia)).toBe(true);
    expect(after.toString('latin1').match(/trak/g)).toHaveLength(1);
  });

  it('loses its GPS track in fragments too', async () => {
    const gps = Buffer.from('GPS -34.6037');
    const run = (flags: number, ...rest: number[]) => box('trun', words(flags, ...rest));
    const fragment = (...trafs: Buffer[]) => box('moof', box('mfhd', words(0, 1)), ...trafs);
    const trackFragment = box('traf', box('tfhd', words(0x2_0000, 1)), run(0x201, 1, 0, 20));
    // One run has an offset from the fragment and a size; the next follows it and uses the track's default
    // size.
    const moofBytes = fragment(
      trackFragment,
      box('traf', box('tfhd', words(0x2_0000, 2)), run(0x201, 1, 0, 6), run(0, 1)),
    );
    const at = moofBytes.length + 8 + 20;
    const gpsFragment = box('traf', box('tfhd', words(0x2_0000, 2)), run(0x201, 1, at, 6), run(0, 1));
    const media = Buffer.concat([Buffer.alloc(20, 'v'), gps, Buffer.alloc(20, 'v')]);
    const sizes = box('mvex', box('trex', words(0, 2, 1, 0, 6, 0)));
    const whole = Buffer.concat([
      film({ metadata: [sizes] }),
      fragment(trackFragment, gpsFragment),
      box('mdat', media),
    ]);
    const { size, after } = await clean(whole);
    expect(size).toEqual({ width: 320, height: 180 });
    expect(after.includes('34.6037')).toBe(false);
    expect(
      after
        .subarray(-52)
        .equals(Buffer.concat([media.subarray(0, 20), Buffer.alloc(12), media.subarray(32)])),
    ).toBe(true);
    expect(after.toString('latin1').match(/traf/g)).toHaveLength(1);
  });

  it.each(['tagged.mp4', 'turned.mov', 'fragmented.mp4'])(
    '%s loses the names of the software that made it',
    async (name) => {
      const { after } = await clean(fixture(name));
      const structure = outsideMedia(after).toString('latin1');
      expect(structure).not.toMatch(/Lav[cf]|libx264|Handler|FFMP|appl/);
      expect(outsideMedia(fixture(name)).toString('latin1')).toMatch(/Lavc.*libx264/);
      expect(structure).toMatch(/vide/);
    },
  );

  it('of ten minutes, 30 MB and 46,000 samples is accepted, without the place in each second', async () => {
    const seconds = 600;
    const bytes = { video: 45_000, sound: 4_700, place: 90 };
    const place = Buffer.alloc(bytes.place, 'GPS -34.6037 ');
    const second = Buffer.concat([Buffer.alloc(bytes.video, 'v'), Buffer.alloc(bytes.sound, 's'), place]);
    const media = Buffer.alloc(seconds * second.length, second);
    const interleavedTrack = (handler: string, offset: number, perSecond: number, sampleBytes: number) =>
      track(
        handler,
        box('stsc', words(0, 1, 1, perSecond, 1)),
        box(
          'stsz',
          words(0, 0, seconds * perSecond),
          Buffer.alloc(seconds * perSecond * 4, words(sampleBytes)),
        ),
        box(
          'stco',
          words(
            0,
            seconds,
            ...Array.from({ length: seconds }, (_, i) => mediaStart + offset + i * second.length),
          ),
        ),
      );
    const { video, sound } = bytes;
    const whole = film({
      media,
      tracks: [
        interleavedTrack('vide', 0, 30, video / 30),
        interleavedTrack('soun', video, 47, sound / 47),
        interleavedTrack('meta', video + sound, 18, bytes.place / 18),
      ],
    });
    const { size, after } = await clean(whole);
    expect(size).toEqual({ width: 320, height: 180 });
    const cleanMedia = Buffer.concat([second.subarray(0, -bytes.place), Buffer.alloc(bytes.place)]);
    expect(
      after.subarray(mediaStart, mediaStart + media.length).equals(Buffer.alloc(media.length, cleanMedia)),
    ).toBe(true);
  });

  it('of a quarter of an hour with one fragment per frame is accepted', async () => {
    const traf = box(
      'traf',
      box('tfhd', words(0x2_0000, 1)),
      box('tfdt', words(0, 0)),
      box('trun', words(0x201, 1, 108, 900)),
    );
    const fragment = Buffer.concat([
      box('moof', box('mfhd', words(0, 1)), traf),
      box('mdat', Buffer.alloc(900, 'v')),
    ]);
    const fragments = Buffer.alloc(27_000 * fragment.length, fragment);
    const { size, after } = await clean(Buffer.concat([film(), fragments]));
    expect(size).toEqual({ width: 320, height: 180 });
    expect(after.subarray(-fragments.length).equals(fragments)).toBe(true);
  });

  it('in fragments is parsed too', async () => {
    const { size, after } = await clean(fixture('fragmented.mp4'));
    expect(size).toEqual({ width: 64, height: 48 });
    expect(after.toString('latin1')).not.toMatch(/Lavf|udta|meta/);
  });

  it('taken upright is taller than wide', async () => {
    const upright = box('trak', trackHeader(1920, 1080, true), ...inside(track('vide')).slice(1));
    expect((await clean(film({ tracks: [upright] }))).size).toEqual({ width: 1080, height: 1920 });
  });

  const moov = box('moov', track('vide'));
  const ftyp = box('ftyp', Buffer.from('isom'));
  const mdat = box('mdat', Buffer.alloc(9));
  const long = Buffer.from('00000001747261ff7fffffffffffffff', 'hex');
  it.each<[string, Buffer]>([
    ['is HTML behind a right beginning', Buffer.from('\0\0\0\x18ftypisom<html><script>alert(1)</script>')],
    ['has no film', Buffer.concat([ftyp, mdat])],
    ['has no media', Buffer.concat([ftyp, moov])],
    ['does not begin with its type', Buffer.concat([mdat, ftyp, moov])],
    ['has two films', Buffer.concat([ftyp, mdat, moov, moov])],
    ['has sound alone', film({ tracks: [track('soun')] })],
    ['has no track', film({ tracks: [] })],
    [
      'is a still image in the same format',
      Buffer.concat([box('ftyp', Buffer.from('avif')), box('meta', Buffer.alloc(9)), mdat]),
    ],
    ['has trailing data', Buffer.concat([film(), Buffer.from('PK\x03\x04 and more')])],
    ['has trailing data shorter than a box', Buffer.concat([film(), Buffer.from('xyz')])],
    ['is cut off', film().subarray(0, -7)],
    ['has a box that is longer than the file', Buffer.concat([film(), long])],
    ['has a box of no length inside another', film({ metadata: [Buffer.from('\0\0\0\x04abcd')] })],
    ['is a track without a header', film({ tracks: [box('trak', ...inside(track('vide')).slice(1))] })],
    ['has boxes without end', Buffer.concat([film(), ...Array.from({ length: 210_000 }, () => box('free'))])],
    ['is empty', Buffer.alloc(0)],
  ])('is refused when it %s', async (_, file) => {
    expect((await clean(file)).size).toBeNull();
  });

  it('with false sample offsets is handled safely', async () => {
    const lying = track('meta', ...sampleTables(0xffff_fff0, [0xffff_ffff, 0xffff_ffff]));
    const file = film({ tracks: [track('vide'), lying] });
    const { size, after } = await clean(file);
    expect([size?.width, after.length]).toEqual([320, file.length]);
  });
});

describe('a WebM', () => {
  it.each(['tagged.webm', 'live.webm'])('%s loses its title and tags, and nothing moves', async (name) => {
    const before = fixture(name);
    const { size, after } = await clean(before, 'webm');
    expect([size, after.length]).toEqual([{ width: 64, height: 48 }, before.length]);
    expect(before.includes('Secreto')).toBe(true);
    expect(after.includes('Secreto')).toBe(false);
    expect(after.toString('latin1')).not.toMatch(/Lav[cf]/);
    // The result has the same structure: it can be parsed again.
    expect((await clean(after, 'webm')).size).toEqual(size);
  });

  it.each(['leaves open', 'closes'])('of an hour whose recorder %s its clusters is accepted', async (how) => {
    const segment = Buffer.from('18538067ff', 'hex');
    const video = element(0xe0, element(0xb0, Buffer.of(64)), element(0xba, Buffer.of(48)));
    const tracks = element(0x1654ae6b, element(0xae, element(0x83, Buffer.of(1)), video));
    const block = element(0xa3, Buffer.alloc(121, 'v'));
    const start = Buffer.concat([element(0x1a45dfa3, element(0x4282, Buffer.from('webm'))), segment, tracks]);
    const blocks = Buffer.alloc(200 * block.length, block);
    const openCluster = Buffer.concat([Buffer.from('1f43b675ff', 'hex'), blocks]);
    const cluster = how === 'closes' ? element(0x1f43b675, blocks) : openCluster;
    const whole = Buffer.concat([start, Buffer.alloc(1_000 * cluster.length, cluster)]);
    const { size, after } = await clean(whole, 'webm');
    expect([size, after.equals(whole)]).toEqual([{ width: 64, height: 48 }, true]);
  });

  const whole = fixture('tagged.webm');
  it.each<[string, Buffer]>([
    ['is cut off', whole.subarray(0, -3)],
    ['has trailing data', Buffer.concat([whole, Buffer.from('<html>')])],
    ['is HTML behind a right beginning', Buffer.from('\x1a\x45\xdf\xa3\x80<html><script>', 'latin1')],
    ['is another kind of Matroska', Buffer.from(whole.toString('latin1').replace('webm', 'webx'), 'latin1')],
    [
      'has no video track',
      Buffer.from(whole.toString('latin1').replace('\x83\x81\x01', '\x83\x81\x02'), 'latin1'),
    ],
    ['is only a beginning', whole.subarray(0, 4)],
  ])('is refused when it %s', async (_, file) => {
    expect((await clean(file, 'webm')).size).toBeNull();
  });
});

it('a broken file never crashes the parser, nor becomes longer', async () => {
  const films = [
    ['mp4', fixture('tagged.mp4')],
    ['mp4', fixture('fragmented.mp4')],
    ['webm', fixture('live.webm')],
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...films),
      fc.array(fc.tuple(fc.nat(7_000), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 }),
      fc.nat(7_000),
      async ([kind, whole], changes, cut) => {
        const file = Buffer.from(cut % 3 === 0 ? whole.subarray(0, cut) : whole);
        for (const [at, byte] of changes) if (at < file.length) file[at] = byte;
        const { size, after } = await clean(file, kind);
        expect(after.length).toBe(file.length);
        expect(size === null || size.width === null || size.width > 0).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

/** An MP4 without the payload of its `mdat`s. */
function outsideMedia(file: Buffer): Buffer {
  const boxes = inside(Buffer.concat([Buffer.alloc(8), file]));
  return Buffer.concat(boxes.filter((child) => child.toString('latin1', 4, 8) !== 'mdat'));
}

/** The child boxes of a box. */
function inside(outer: Buffer): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 8; at < outer.length; at += outer.readUInt32BE(at)) {
    boxes.push(outer.subarray(at, at + outer.readUInt32BE(at)));
  }
  return boxes;
}
