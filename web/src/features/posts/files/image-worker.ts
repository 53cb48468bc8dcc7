import { isUnreadable, shrinkImage, type ShrunkImage } from './shrink-image.ts';

/** Null when the image is unreadable. */
export type WorkerAnswer = ShrunkImage | null;

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void shrinkImage(data, offscreenCanvas)
    .catch((error: unknown) => {
      // The page waits for an answer, whatever failed.
      if (!isUnreadable(error)) reportError(error);
      return null;
    })
    .then((answer: WorkerAnswer) => postMessage(answer));
});

function offscreenCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  return {
    context: canvas.getContext('2d', { alpha: false }),
    toJpeg: (quality: number) => canvas.convertToBlob({ type: 'image/jpeg', quality }),
  };
}
