import type { FileHandle } from 'node:fs/promises';

import { FilesUnavailable } from './files.ts';

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
