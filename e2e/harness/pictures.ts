import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

/** A JPEG. */
export async function picture(width: number, height: number, background = '#1d6b3a'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A WebM of one second. */
export function clip(): Promise<Buffer> {
  return readFile(join(import.meta.dirname, '../../server/test/fixtures/tagged.webm'));
}
