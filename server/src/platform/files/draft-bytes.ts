import type { FileHandle } from 'node:fs/promises';

import { FilesUnavailable } from './files.ts';

const chunkBytes = 64 * 1024;

export async function bytesOfDraft(draft: FileHandle): Promise<Buffer> {
  try {
    const bytes = Buffer.allocUnsafeSlow((await draft.stat()).size);
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await draft.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) throw new Error('A draft became shorter');
      at += bytesRead;
    }
    return bytes;
  } catch (error) {
    throw new FilesUnavailable(error);
  }
}

/** In pieces of 64 KB. Unlike a stream of the file, an abandoned read leaves the draft open. */
export async function* chunksOfDraft(draft: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await draft.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

export async function replaceDraft(draft: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await draft.truncate(0);
    for (let at = 0; at < bytes.length;) {
      at += (await draft.write(bytes, at, bytes.length - at, at)).bytesWritten;
    }
  } catch (error) {
    throw new FilesUnavailable(error);
  }
}
