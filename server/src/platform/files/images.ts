import type { Metadata } from 'sharp';

import { Gate } from '../concurrency/gate.ts';
import { OnFirstUse } from '../process/on-first-use.ts';
import { FilesUnavailable } from './files.ts';

export type Picture = { bytes: Buffer; width: number; height: number; color: string };

/**
 * `longest` bounds the longer side, `width` the width, `square` crops to a square with at most that side;
 * nothing is enlarged. `quality` is from 0 to 1.
 */
export type PictureShape = ({ longest: number } | { width: number } | { square: number }) & {
  quality: number;
};

const library = new OnFirstUse(async () => {
  const { default: sharp } = await import('sharp').catch((error: unknown) => {
    throw new FilesUnavailable(error);
  });
  // Of the many loaders of libvips only these three: the others are too little tested against hostile files.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
});

type Sharp = Awaited<ReturnType<typeof library.get>>;

const pixelsMax = 40_000_000;
const secondsMax = 10;
const gate = new Gate(2, 32);
const inputOptions = { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true } as const;

/**
 * Re-encodes the first frame as a JPEG, rotated by its EXIF orientation, on a white background, without
 * metadata. Null when it is unreadable, has more than 40 million pixels or takes too long. A function is
 * called to read the file only when its turn comes, to save memory.
 * @throws Overloaded when too many are waiting, FilesUnavailable when the image library cannot be loaded
 */
export function makePicture(
  file: Uint8Array | (() => Promise<Uint8Array>),
  shape: PictureShape,
): Promise<Picture | null> {
  return gate.run(async () => {
    const sharp = await library.get();
    const bytes = typeof file === 'function' ? await file() : file;
    return encode(sharp, bytes, shape).catch(() => null);
  });
}

async function encode(sharp: Sharp, file: Uint8Array, shape: PictureShape): Promise<Picture> {
  const { width, height } = await sharp(file, inputOptions).metadata();
  const { data, info } = await sharp(file, inputOptions)
    .timeout({ seconds: secondsMax })
    .autoOrient()
    .resize(resizeOptions(shape, { width, height }))
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: Math.round(shape.quality * 100) })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, color: await dominantColor(sharp, data) };
}

function resizeOptions(shape: PictureShape, { width, height }: Pick<Metadata, 'width' | 'height'>) {
  if ('longest' in shape) {
    return { width: shape.longest, height: shape.longest, fit: 'inside', withoutEnlargement: true } as const;
  }
  if ('width' in shape) return { width: shape.width, withoutEnlargement: true } as const;
  const side = Math.min(shape.square, width, height);
  return { width: side, height: side, fit: 'cover' } as const;
}

async function dominantColor(sharp: Sharp, jpeg: Buffer): Promise<string> {
  const small = await sharp(jpeg).resize(64, 64, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
  const { dominant } = await sharp(small.data, { raw: small.info }).stats();
  const hex = [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}
