import type { FileHandle } from 'node:fs/promises';

import { FileWindow, Malformed } from './file-window.ts';
import { readMp4 } from './mp4.ts';
import { readWebM, type WebM } from './webm.ts';

/** How a video is shown; null where its file does not say. */
export type VideoSize = { width: number | null; height: number | null };

/**
 * Reads a video's structure and erases from its file what it tells of places, times and devices; nothing moves, so
 * the picture and the sound stay as they are. Null when the file is no whole MP4, MOV or WebM with a picture track.
 */
export async function cleanVideo(kind: 'mp4' | 'webm', draft: FileHandle): Promise<VideoSize | null> {
  const file = await FileWindow.of(draft);
  try {
    return await (kind === 'mp4' ? cleanMp4(file) : cleanWebM(file));
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

async function cleanMp4(file: FileWindow): Promise<VideoSize> {
  const { width, height, private: told, freed } = await readMp4(file);
  await file.erase(told);
  for (const at of freed) await file.write(at, Buffer.from('free'));
  return { width, height };
}

async function cleanWebM(file: FileWindow): Promise<VideoSize> {
  const { width, height, private: told } = await readWebM(file);
  for (const element of told) await hide(file, element);
  return { width, height };
}

// An element becomes a Void of the same length: 0xEC, its size in the bytes that the old head leaves, and zeros.
async function hide(file: FileWindow, { whole, body }: WebM['private'][number]): Promise<void> {
  const sizeBytes = Math.min(8, body - whole.start - 1);
  const newBody = whole.start + 1 + sizeBytes;
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << BigInt(7 * sizeBytes)) | BigInt(whole.end - newBody));
  await file.erase([{ start: newBody, end: whole.end }]);
  await file.write(whole.start, Buffer.concat([Buffer.of(0xec), size.subarray(8 - sizeBytes)]));
}
