import type { Media } from '../../../../../contract/src/calls/shapes.ts';
import { ownPath } from '../../../../../contract/src/rules/looks/own-path.ts';
import { StoryError } from './story-error.ts';

export type Picture = { source: CanvasImageSource; width: number; height: number; isStill: boolean };

const patienceMs = 6000;

export async function loadPicture(address: string): Promise<Picture> {
  const image = new Image();
  image.src = ownPath(address) ?? address;
  await inTime(image.decode());
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, isStill: false };
}

/** For a video, a still; null when there is no frame. */
export async function loadMedia({ url, type }: Media): Promise<Picture | null> {
  if (type === 'image') return loadPicture(url);
  return videoStill(url).catch(ignorePictureError);
}

export function ignorePictureError(error: unknown): null {
  if (!(error instanceof StoryError || error instanceof DOMException)) throw error;
  return null;
}

async function videoStill(address: string): Promise<Picture> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  video.src = ownPath(address) ?? address;
  try {
    await inTime(nextEvent(video, 'loadeddata'));
    const seekEnd = nextEvent(video, 'seeked');
    // The first frame of many videos is black.
    video.currentTime = Math.min(0.5, video.duration / 2 || 0);
    await inTime(seekEnd);
    const { videoWidth: width, videoHeight: height } = video;
    return { source: await createImageBitmap(video), width, height, isStill: true };
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function nextEvent(video: HTMLVideoElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new StoryError('The video does not load')), { once: true });
  });
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StoryError('The picture takes too long')), patienceMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
