import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { pack } from 'tar-stream';

const sealName = 'SHA256';
const headBytes = 512;

/** A header, a block with a line of 65 bytes, and the two blocks that end a tar archive. */
export const sealBytes = 4 * headBytes;

/** The end of an archive: a file with the hexadecimal SHA-256 of everything before it. */
export async function sealOf(sum: string): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name: sealName, mode: 0o600, mtime: new Date(0) }, `${sum}\n`);
  archive.finalize();
  return buffer(archive as AsyncIterable<Buffer>);
}

export function hasSealForm(bytes: Buffer): boolean {
  return bytes.length === sealBytes && bytes.toString('latin1', 0, sealName.length) === sealName;
}

// The SHA-256 of the header in backups of version 1, whose numbers are padded differently.
const firstHead = '584485c6dafbd071331ebc30af4cbe1738241b4620b575d88278aa54f167c8c6';

export async function isSeal(seal: Buffer, sum: string): Promise<boolean> {
  const expectedSeal = await sealOf(sum);
  if (seal.equals(expectedSeal)) return true;
  const head = createHash('sha256').update(seal.subarray(0, headBytes)).digest('hex');
  return head === firstHead && seal.subarray(headBytes).equals(expectedSeal.subarray(headBytes));
}
