import { buffer } from 'node:stream/consumers';

import { limits } from '../../../../contract/src/rules/limits.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { makePicture, type Picture, type PictureShape } from '../../platform/files/images.ts';
import { ogKey } from '../../platform/files/media-keys.ts';

// Photographs fit with the first; noise needs the last.
const attempts: readonly PictureShape[] = [
  { longest: limits.ogImageSide, quality: 0.8 },
  { longest: limits.ogImageSide, quality: 0.6 },
  { longest: limits.ogImageSide, quality: 0.4 },
  { longest: limits.ogImageSide / 2, quality: 0.5 },
  { longest: limits.ogImageSide / 4, quality: 0.5 },
];

const making = new Map<string, Promise<string | null>>();

/**
 * The key of a post's picture small enough for the previews of other sites, made when it is first asked for. Null when
 * there is no such picture.
 */
export async function previewPicture(files: FileStore, key: string): Promise<string | null> {
  const og = ogKey(key);
  if (og === null) return null;
  const [original, made] = await Promise.all([files.size(key), files.size(og)]);
  if (original === null) return null;
  if (made !== null) return og;
  const running = making.get(og) ?? make(files, key, og).finally(() => making.delete(og));
  making.set(og, running);
  return running;
}

async function make(files: FileStore, key: string, og: string): Promise<string | null> {
  const original = await files.read(key);
  if (!original) return null;
  const picture = await smallPicture(await buffer(original.content));
  if (picture === null) return null;
  await files.write(og, [picture.bytes]);
  return og;
}

async function smallPicture(original: Buffer): Promise<Picture | null> {
  let picture: Picture | null = null;
  for (const shape of attempts) {
    picture = await makePicture(original, shape);
    if (picture === null || picture.bytes.length <= limits.ogImageBytes) break;
  }
  return picture;
}
