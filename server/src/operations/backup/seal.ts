import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { pack } from 'tar-stream';

const sealName = 'SHA256';
const headBytes = 512;

/** A head, a line of 65 bytes in a block of its own, and the two blocks that end an archive. */
export const sealBytes = 4 * headBytes;

/** The last file of an archive and its end: the SHA-256, in hexadecimal, of all that stands before it. */
export async function sealOf(sum: string): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name: sealName, mode: 0o600, mtime: new Date(0) }, `${sum}\n`);
  archive.finalize();
  return buffer(archive as AsyncIterable<Buffer>);
}

/** Whether the end of a file may be a seal, of whatever sum. */
export function looksLikeSeal(bytes: Buffer): boolean {
  return bytes.length === sealBytes && bytes.toString('latin1', 0, sealName.length) === sealName;
}

/** The SHA-256 of the head as the first version of this program wrote it, which pads its numbers otherwise. */
const firstHead = '584485c6dafbd071331ebc30af4cbe1738241b4620b575d88278aa54f167c8c6';

/** Whether a seal is that of this sum, to the last byte. */
export async function isSeal(seal: Buffer, sum: string): Promise<boolean> {
  const expected = await sealOf(sum);
  if (seal.equals(expected)) return true;
  const head = createHash('sha256').update(seal.subarray(0, headBytes)).digest('hex');
  return head === firstHead && seal.subarray(headBytes).equals(expected.subarray(headBytes));
}
