import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { storePreviewImage, previewImageBytes } from '../../links/actions/preview-images.ts';
import { uploadMedia } from '../../media/actions/uploads.ts';
import type { UploadRow } from '../../media/store/uploads.ts';
import type { ImportContext } from './import-context.ts';

/** Checks and re-encodes like an upload. @returns null when the file is missing or of an unsupported type */
export async function importFile(
  { mediaFolder, files, ...writes }: ImportContext,
  { uid, purpose, from }: { uid: string; purpose: UploadRow['purpose']; from: string },
): Promise<Output<'uploadMedia'> | null> {
  const file = await findFile(mediaFolder, from);
  if (!file) return null;
  try {
    const bytes = createReadStream(file.path);
    // The posts of a suspended user are shown again when the suspension ends.
    const parts = { writes, files, ofHidden: true };
    return await uploadMedia(parts, uid, { purpose, length: file.bytes, bytes });
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** @returns the key; null when the file is missing or of an unsupported type */
export async function importPreviewImage(
  { mediaFolder, files }: ImportContext,
  from: string,
): Promise<string | null> {
  const file = await findFile(mediaFolder, from);
  return file && file.bytes <= previewImageBytes ? storePreviewImage(files, await readFile(file.path)) : null;
}

async function findFile(
  folder: string | null,
  from: string,
): Promise<{ path: string; bytes: number } | null> {
  if (folder === null) return null;
  const path = await realpath(join(folder, from)).catch(() => null);
  // A symbolic link could lead out of the folder.
  if (path === null || !path.startsWith((await realpath(folder)) + sep)) return null;
  const about = await stat(path);
  return about.isFile() ? { path, bytes: about.size } : null;
}
