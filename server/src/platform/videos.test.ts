import { readFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';

import { box, film, mediaStart, sampleTables, track, trackHeader } from '../../test/films.ts';
import { cleanVideo, type VideoSize } from './videos.ts';

const folder = await mkdtemp(join(tmpdir(), 'tablon-videos-'));
afterAll(() => rm(folder, { recursive: true }));

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../test/fixtures', name));

/** What the file's structure says, and the file afterwards. */
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
  it('of a camera loses place, title and times, and nothing moves', async () => {
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

  it('loses what is told wherever it is', async () => {
    const secret = Buffer.from('-34.6037-058.3816/');
    const place = () => box('udta', box('\xa9xyz', secret));
    const whole = film({
      tracks: [box('trak', place(), ...inside(track('vide')), box('meta', secret))],
      told: [place(), box('meta', secret), box('uuid', secret), box('free', secret)],
    });
    const { size, after } = await clean(
      Buffer.concat([whole, box('uuid', secret), box('skip', secret), place()]),
    );
    expect(size).toEqual({ width: 320, height: 180 });
    expect(after.includes('34.6037')).toBe(false);
    // The times of the headers.
    expect(after.includes(Buffer.from('e1234567', 'hex'))).toBe(false);
  });

  it('loses the track of where the camera was, with its samples', async () => {
    const media = Buffer.concat([Buffer.alloc(20, 'v'), Buffer.from('GPS -34.6037'), Buffer.alloc(20, 'v')]);
    const positions = track('meta', ...sampleTables(mediaStart + 20, [4, 8]));
    const { size, after } = await clean(film({ tracks: [track('vide'), positions], media }));
    expect(size).toEqual({ width: 320, height: 180 });
    const left = Buffer.concat([Buffer.alloc(20, 'v'), Buffer.alloc(12), Buffer.alloc(20, 'v')]);
    expect(after.subarray(mediaStart, mediaStart + media.length).equals(left)).toBe(true);
    expect(after.toString('latin1').match(/trak/g)).toHaveLength(1);
  });

  it('in fragments is read as well', async () => {
    const { size, after } = await clean(fixture('fragmented.mp4'));
    expect(size).toEqual({ width: 64, height: 48 });
    expect(after.toString('latin1')).not.toMatch(/Lavf|udta|meta/);
  });

  it('taken upright is higher than wide', async () => {
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
      'is a still in the same form',
      Buffer.concat([box('ftyp', Buffer.from('avif')), box('meta', Buffer.alloc(9)), mdat]),
    ],
    ['has something behind it', Buffer.concat([film(), Buffer.from('PK\x03\x04 and more')])],
    ['has less behind it than a box', Buffer.concat([film(), Buffer.from('xyz')])],
    ['is cut off', film().subarray(0, -7)],
    ['has a box that is longer than the file', Buffer.concat([film(), long])],
    ['has a box of no length inside another', film({ told: [Buffer.from('\0\0\0\x04abcd')] })],
    ['is a track without a header', film({ tracks: [box('trak', ...inside(track('vide')).slice(1))] })],
    ['has boxes without end', Buffer.concat([film(), ...Array.from({ length: 60_000 }, () => box('free'))])],
    ['is empty', Buffer.alloc(0)],
  ])('is refused that %s', async (_, file) => {
    expect((await clean(file)).size).toBeNull();
  });

  it('lies about the place of its samples in vain', async () => {
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
    // What is left has the same structure: it can be read once more.
    expect((await clean(after, 'webm')).size).toEqual(size);
  });

  const whole = fixture('tagged.webm');
  it.each<[string, Buffer]>([
    ['is cut off', whole.subarray(0, -3)],
    ['has something behind it', Buffer.concat([whole, Buffer.from('<html>')])],
    ['is HTML behind a right beginning', Buffer.from('\x1a\x45\xdf\xa3\x80<html><script>', 'latin1')],
    ['is another kind of Matroska', Buffer.from(whole.toString('latin1').replace('webm', 'webx'), 'latin1')],
    [
      'has no pictures',
      Buffer.from(whole.toString('latin1').replace('\x83\x81\x01', '\x83\x81\x02'), 'latin1'),
    ],
    ['is only a beginning', whole.subarray(0, 4)],
  ])('is refused that %s', async (_, file) => {
    expect((await clean(file, 'webm')).size).toBeNull();
  });
});

it('never stumbles over a broken file, nor makes it longer', async () => {
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

/** The boxes of a box. */
function inside(outer: Buffer): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 8; at < outer.length; at += outer.readUInt32BE(at)) {
    boxes.push(outer.subarray(at, at + outer.readUInt32BE(at)));
  }
  return boxes;
}
