import { createHash } from 'node:crypto';

import type { FileStore } from '../platform/files.ts';
import { makePicture } from '../platform/images.ts';

/** How large a file is taken for the picture of a link preview. */
export const previewImageBytes = 5 * 1024 * 1024;

const side = 800;

/**
 * Keeps a picture of a page, made anew.
 * @returns its key; null when it is no picture
 * @throws {Problem} unavailable, when too many wait already
 */
export async function keepPreviewImage(files: FileStore, file: Uint8Array): Promise<string | null> {
  const picture = await makePicture(file, { longest: side });
  if (!picture) return null;
  const key = `previews/${createHash('sha256').update(picture.bytes).digest('hex').slice(0, 32)}.jpg`;
  // A key names one content: when it is there, it is this one.
  if ((await files.size(key)) === null) await files.write(key, [picture.bytes]);
  return key;
}
