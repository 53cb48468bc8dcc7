import { fitImage } from '../../../../../contract/src/rules/images.ts';
import { limits } from '../../../../../contract/src/rules/limits.ts';

export type ShrunkImage = { readonly file: Blob; readonly width: number; readonly height: number };

type Canvas = {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  toJpeg: (quality: number) => Promise<Blob | null>;
};

/**
 * Re-encodes any image that the browser decodes as an upright JPEG of at most 1600 px on white, without metadata:
 * a photograph tells where it was taken. Rejects when that fails. Runs in a worker too.
 */
export async function shrinkImage(
  file: Blob,
  makeCanvas: (width: number, height: number) => Canvas,
): Promise<ShrunkImage> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = fitImage(bitmap, limits.imageSide);
  const { context, toJpeg } = makeCanvas(width, height);
  if (!context) throw new Error('There is no canvas to draw on');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const jpeg = await toJpeg(limits.imageQuality);
  if (jpeg?.type !== 'image/jpeg') throw new Error('The canvas gave no JPEG');
  return { file: jpeg, width, height };
}
