import { fitImage } from '../../../../../contract/src/rules/images.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';

export type ShrunkImage = { readonly file: Blob; readonly width: number; readonly height: number };

type Canvas = {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  toJpeg: (quality: number) => Promise<Blob | null>;
};

export class UnreadableImage extends Error {}

/** The decoder throws a DOMException. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof UnreadableImage || error instanceof DOMException;
}

/**
 * Re-encodes an image as an upright JPEG of at most 1600 px on white. Strips the metadata, which may say
 * where a photo was taken. Also runs in a worker.
 */
export async function shrinkImage(
  file: Blob,
  makeCanvas: (width: number, height: number) => Canvas,
): Promise<ShrunkImage> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = fitImage(bitmap, limits.imageSide);
  const { context, toJpeg } = makeCanvas(width, height);
  if (!context) throw new UnreadableImage('There is no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const jpeg = await toJpeg(limits.imageQuality);
  if (jpeg?.type !== 'image/jpeg') throw new UnreadableImage('The canvas cannot be encoded');
  return { file: jpeg, width, height };
}
