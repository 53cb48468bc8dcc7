import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import { Problem } from '../../../contract/src/problem.ts';
import { uploadMedia } from '../actions/uploads.ts';
import type { UploadRow } from '../store/uploads.ts';
import type { Importing } from './importing.ts';

/**
 * Takes a file of the earlier storage in as if its owner uploaded it: looked into, made anew or cleaned.
 * @returns its key; null when it is not there, or none that we take
 */
export async function importFile(
  { mediaFolder, files, ...writes }: Importing,
  { uid, purpose, from }: { uid: string; purpose: UploadRow['purpose']; from: string },
): Promise<string | null> {
  if (mediaFolder === null) return null;
  const path = await realpath(join(mediaFolder, from)).catch(() => null);
  // A link could lead out of the folder.
  if (path === null || !path.startsWith((await realpath(mediaFolder)) + sep)) return null;
  const about = await stat(path);
  if (!about.isFile()) return null;
  try {
    const bytes = createReadStream(path);
    const { key } = await uploadMedia({ writes, files }, uid, { purpose, length: about.size, bytes });
    return key;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
