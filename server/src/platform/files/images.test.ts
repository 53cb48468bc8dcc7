import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { jpegOf, solid } from '../../../test/pictures.ts';
import { makePicture, type PictureShape } from './images.ts';

const post = { longest: 1600, quality: 0.85 };
const avatar = { square: 400, quality: 0.85 };
const sizeOf = async (file: Buffer, shape: PictureShape = post) => {
  const picture = await makePicture(file, shape);
  return picture && [picture.width, picture.height];
};

/** A PNG that declares these dimensions but has one row of grey pixels. */
function png(width: number, height: number, rows = 1): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, check]);
  };
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  ihdr.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', ihdr),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * rows, 0))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture for a post', () => {
  it.each([
    [2000, 1000, [1600, 800]],
    [1000, 3200, [500, 1600]],
    [1600, 900, [1600, 900]],
    [30, 20, [30, 20]],
    [100_000, 1, [1600, 1]],
  ])('of %d × %d keeps its proportions and is never enlarged', async (width, height, expected) => {
    expect(await sizeOf(await solid(width, height).png().toBuffer())).toEqual(expected);
  });

  it('is rotated by its EXIF orientation', async () => {
    const lying = await solid(300, 100).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await sizeOf(lying)).toEqual([100, 300]);
  });

  it('gets a white background where it was transparent', async () => {
    const picture = await makePicture(await solid(20, 20, '#00000000').webp().toBuffer(), post);
    const { data } = await sharp(picture?.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('is the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00'].map((color) => solid(40, 30, color).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const picture = await makePicture(moving, post);
    expect([picture?.width, picture?.height]).toEqual([40, 30]);
    const [red = 0, green = 0] = await sharp(picture?.bytes).raw().toBuffer();
    expect([red > 200, green < 60]).toEqual([true, true]);
  });

  it('has its dominant colour', async () => {
    const half = solid(100, 100, '#1040c0').composite([
      { input: await solid(30, 100).png().toBuffer(), left: 0, top: 0 },
    ]);
    const picture = await makePicture(await half.png().toBuffer(), post);
    expect(picture?.color).toMatch(/^#[01][0-9a-f][34][0-9a-f][bc][0-9a-f]$/);
  });

  it('has no metadata of the original file', async () => {
    const secret = '<script>alert(1)</script>';
    const original = await solid(40, 40)
      .withExif({ IFD0: { Copyright: secret, Model: 'Camarita' }, IFD3: { GPSLatitude: '34/1 36/1 0/1' } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
      .jpeg()
      .toBuffer();
    const files = [
      Buffer.concat([original, Buffer.from(`PK\x03\x04${secret}`)]),
      Buffer.concat([await solid(40, 40).png().toBuffer(), Buffer.from(secret)]),
    ];
    for (const file of files) {
      expect(file.includes(secret)).toBe(true);
      const picture = await makePicture(file, post);
      expect(picture?.bytes.toString('latin1')).not.toMatch(/script|Camarita|Exif/);
      const { exif, xmp, icc, iptc } = await sharp(picture?.bytes).metadata();
      expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });
});

describe('an avatar', () => {
  it.each([
    [900, 500, [400, 400]],
    [500, 900, [400, 400]],
    [120, 300, [120, 120]],
    [400, 400, [400, 400]],
    [1, 1, [1, 1]],
  ])('of %d × %d is cut to a square, never enlarged', async (width, height, expected) => {
    expect(await sizeOf(await solid(width, height).jpeg().toBuffer(), avatar)).toEqual(expected);
  });
});

describe('a file is refused when it', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const files: [string, () => Promise<Buffer> | Buffer][] = [
    ['is empty', () => Buffer.alloc(0)],
    ['is text', () => Buffer.from('hola')],
    ['is an SVG', () => svg],
    ['is a GIF', () => solid(9, 9).gif().toBuffer()],
    ['is a TIFF', () => solid(9, 9).tiff().toBuffer()],
    ['is an AVIF', () => solid(9, 9).avif().toBuffer()],
    ['is a JPEG in name only', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), svg])],
    ['is half a JPEG', async () => (await noise()).subarray(0, 9_000)],
    [
      'is a truncated PNG',
      async () =>
        (
          await sharp(await noise())
            .png()
            .toBuffer()
        ).subarray(0, 9_000),
    ],
    [
      'is a truncated WebP',
      async () =>
        (
          await sharp(await noise())
            .webp()
            .toBuffer()
        ).subarray(0, 3_000),
    ],
    ['has 20,000 × 20,000 pixels', () => png(20_000, 20_000)],
    ['has 16,383 × 16,383 pixels', () => png(16_383, 16_383)],
    ['has 40.1 million pixels', () => png(8_020, 5_000)],
    ['declares a larger size than it has', () => png(6_000, 6_000)],
    ['has no pixels', () => png(0, 5)],
  ];

  it.each(files)('%s', async (_, make) => {
    expect(await makePicture(await make(), post)).toBeNull();
  });
});

it('a library that cannot be loaded is no unreadable picture', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (name === 'sharp') throw new Error('too many open files');
        return next(name, context);
      },
    });
    const { makePicture } = await import(${JSON.stringify(join(import.meta.dirname, 'images.ts'))});
    const answer = await makePicture(Buffer.from('x'), { width: 96, quality: 0.85 }).catch(({ name }) => name);
    process.stdout.write(String(answer));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('FilesUnavailable');
});

it('a file of 40 million pixels, or one padded with comments, is accepted', async () => {
  expect(await sizeOf(png(8_000, 5_000, 5_000))).toEqual([1600, 1000]);
  expect(await sizeOf(await jpegOf(2_097_152))).toEqual([60, 40]);
});

async function noise(): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 100 * 100 * 3 }, (_, i) => (i * 7919) % 251));
  return sharp(pixels, { raw: { width: 100, height: 100, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer();
}
