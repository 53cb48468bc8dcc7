import { buffer } from 'node:stream/consumers';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { Gate, Overloaded } from '../../platform/concurrency/gate.ts';
import { type FileStore, FilesUnavailable } from '../../platform/files/files.ts';
import { makePicture, type Picture, type PictureShape } from '../../platform/files/images.ts';
import { copyKey, type CopyName } from '../../platform/files/media-keys.ts';

const widths = limits.pictureWidths.map((width): CopyName => `w${width}`);

/**
 * For link previews on other sites. Photographs are small enough with the first shape; noise needs the
 * last.
 */
const previewShapes: readonly PictureShape[] = [
  { longest: limits.ogImageSide, quality: 0.8 },
  { longest: limits.ogImageSide, quality: 0.6 },
  { longest: limits.ogImageSide, quality: 0.4 },
  { longest: limits.ogImageSide / 2, quality: 0.5 },
  { longest: limits.ogImageSide / 4, quality: 0.5 },
];

/** One at a time, so that uploads keep half of the decoders. */
const gate = new Gate(1, 64);
const making = new Map<string, Promise<string | null>>();

/**
 * Made on first request. Returns `key` itself when too many copies are waiting, the picture cannot be
 * read, or the copy cannot be made or stored, as on a full disk. `width` is in px.
 */
export async function smallerPicture(files: FileStore, key: string, width: number): Promise<string> {
  try {
    return (await copyOf(files, key, `w${width}`, [{ width, quality: limits.imageQuality }])) ?? key;
  } catch (error) {
    if (error instanceof Overloaded || error instanceof FilesUnavailable) return key;
    throw error;
  }
}

/**
 * At most 300,000 bytes, made on first request. Null when there is no such picture. @throws Overloaded when
 * too many copies are waiting
 */
export function previewPicture(files: FileStore, key: string): Promise<string | null> {
  return copyOf(files, key, 'og', previewShapes);
}

export async function removeFile(files: FileStore, key: string): Promise<void> {
  await files.remove(key);
  for (const name of [...widths, 'og'] as const) {
    const copy = copyKey(key, name);
    if (copy !== null) await files.remove(copy);
  }
}

async function copyOf(
  files: FileStore,
  key: string,
  name: CopyName,
  shapes: readonly PictureShape[],
): Promise<string | null> {
  const copy = copyKey(key, name);
  if (copy === null) return null;
  if ((await files.size(copy)) !== null) return copy;
  const running =
    making.get(copy) ?? gate.run(() => make(files, key, copy, shapes)).finally(() => making.delete(copy));
  making.set(copy, running);
  return running;
}

async function make(
  files: FileStore,
  key: string,
  copy: string,
  shapes: readonly PictureShape[],
): Promise<string | null> {
  const original = await files.read(key);
  if (!original) return null;
  const picture = await firstSmallEnough(await buffer(original.content), shapes);
  if (!picture) return null;
  await files.write(copy, [picture.bytes]);
  // The picture may have been deleted meanwhile.
  if ((await files.size(key)) !== null) return copy;
  await files.remove(copy);
  return null;
}

async function firstSmallEnough(original: Buffer, shapes: readonly PictureShape[]): Promise<Picture | null> {
  let picture: Picture | null = null;
  for (const shape of shapes) {
    picture = await makePicture(original, shape);
    if (picture === null || picture.bytes.length <= limits.ogImageBytes) break;
  }
  return picture;
}
