import type { FileHandle } from 'node:fs/promises';

import { Gate } from '../concurrency/gate.ts';
import { FileWindow, MalformedFile } from './file-window.ts';
import { readMp4 } from './mp4.ts';
import { readWebM } from './webm.ts';

export type VideoSize = { width: number | null; height: number | null };

const gate = new Gate(1, 64);

/**
 * Erases places, times, devices and program names from the file in place; picture and sound stay as they are.
 * Null when it is not a complete MP4, MOV or WebM with a video track, or has more parts than cameras and
 * recorders write.
 * @throws Overloaded when too many are waiting
 */
export function cleanVideo(kind: 'mp4' | 'webm', draft: FileHandle): Promise<VideoSize | null> {
  return gate.run(() => clean(kind, draft));
}

async function clean(kind: 'mp4' | 'webm', draft: FileHandle): Promise<VideoSize | null> {
  const file = await FileWindow.of(draft);
  try {
    const { width, height, erasure } = await (kind === 'mp4' ? readMp4(file) : readWebM(file));
    await erasure.apply(file);
    return { width, height };
  } catch (error) {
    if (error instanceof MalformedFile) return null;
    throw error;
  }
}
