import type { Output } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import type { Writes } from '../../kernel/writes.ts';
import { findUsers, isHidden } from '../../people/store/users.ts';
import { bytesOfDraft, replaceDraft } from '../../platform/files/draft-bytes.ts';
import { type FileKind, fileKind, kindBytes } from '../../platform/files/file-kind.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { makePicture, type PictureShape } from '../../platform/files/images.ts';
import {
  adKey,
  avatarKey,
  avatarUrl,
  storedAvatarKey,
  newVersion,
  postKey,
} from '../../platform/files/media-keys.ts';
import { cleanVideo } from '../../platform/files/videos.ts';
import { insertUpload, type UploadRow } from '../store/uploads.ts';

/** `length` is the Content-Length; null without one. */
export type IncomingUpload = {
  purpose: UploadRow['purpose'];
  length: number | null;
  bytes: AsyncIterable<Uint8Array>;
};

/** `ofHidden`: also the file of an account that is suspended or leaving. */
type Parts = { writes: Writes; files: FileStore; ofHidden?: boolean };
type Content = Pick<UploadRow, 'type' | 'width' | 'height' | 'color'> & { bytes: number };

/** An image is re-encoded, a video is cleaned of metadata. On failure nothing of the upload remains. */
export async function uploadMedia(
  { writes, files, ofHidden = false }: Parts,
  uid: string,
  { purpose, length, bytes }: IncomingUpload,
): Promise<Output<'uploadMedia'>> {
  const { head, whole } = await readHead(bytes);
  const kind = fileKind(head);
  const limit = limitOf(purpose, kind);
  if (length !== null && length > limit.bytes) throw limit.tooLarge();
  if (head.length === 0) throw new Problem('invalid-argument', 'El archivo está vacío.');
  const isVideo = kind === 'mp4' || kind === 'webm';
  if (kind === null || (isVideo && purpose === 'avatar')) throw notSupported(purpose);

  const at = writes.now();
  const place = placeOf(purpose, uid, at, isVideo ? kind : 'jpg');
  const body = capBytes(whole, limit);
  const content = isVideo
    ? await storeVideo(files, place.storedKey, kind, body)
    : await storeImage(files, place.storedKey, purpose, body);
  const { bytes: size, ...media } = content;
  const row = { key: place.storedKey, owner_uid: uid, purpose, version: place.version, ...media };
  try {
    // An upload takes minutes: the user may have been suspended meanwhile.
    const [user] = await findUsers(writes.db, [uid]);
    if (!user || (isHidden(user) && !ofHidden)) throw new Problem('unauthenticated');
    await insertUpload(writes.db, row, { bytes: size, at });
  } catch (error) {
    await files.remove(place.storedKey);
    throw error;
  }
  return { key: place.key, url: place.url, ...media };
}

type SizeLimit = { bytes: number; tooLarge: () => Problem };

function limitOf(purpose: IncomingUpload['purpose'], kind: FileKind | null): SizeLimit {
  const limit = (bytes: number, message: string): SizeLimit => ({
    bytes,
    tooLarge: () => new Problem('payload-too-large', message),
  });
  if (purpose === 'avatar') return limit(limits.avatarBytes, 'La imagen supera los 2 MB.');
  if (kind === 'jpeg' || kind === 'png' || kind === 'webp')
    return limit(limits.imageBytes, 'La imagen supera los 15 MB.');
  return limit(limits.videoBytes, 'El video supera 30MB.');
}

function notSupported(purpose: IncomingUpload['purpose']): Problem {
  const message =
    purpose === 'avatar'
      ? 'Formato no soportado. Usá PNG, JPG o WebP.'
      : 'Formato no soportado. Usá una imagen PNG, JPG o WebP, o un video MP4 o WebM.';
  return new Problem('unsupported-media-type', message);
}

type Place = { storedKey: string; key: string; url: string; version: string | null };

// Versions of an avatar share a public key but are stored separately: an upload does not change the profile
// yet.
function placeOf(
  purpose: IncomingUpload['purpose'],
  uid: string,
  at: Date,
  end: 'jpg' | 'mp4' | 'webm',
): Place {
  if (purpose === 'avatar') {
    const key = avatarKey(uid);
    const version = newVersion(at);
    return { storedKey: storedAvatarKey(uid, version), key, url: avatarUrl(uid, version), version };
  }
  const key = purpose === 'ad' ? adKey(uid, at, end) : postKey(uid, at, end);
  return { storedKey: key, key, url: `/media/${key}`, version: null };
}

async function storeImage(
  files: FileStore,
  key: string,
  purpose: IncomingUpload['purpose'],
  bytes: AsyncIterable<Uint8Array>,
): Promise<Content> {
  const shape: PictureShape = {
    ...(purpose === 'avatar' ? { square: limits.avatarSide } : { longest: limits.imageSide }),
    quality: limits.imageQuality,
  };
  // Incomplete uploads are on disk: many slow clients would fill the memory.
  return files.write(key, bytes, async (draft) => {
    const picture = await makePicture(() => bytesOfDraft(draft), shape);
    if (!picture) throw new Problem('invalid-argument', 'No se pudo procesar la imagen.');
    await replaceDraft(draft, picture.bytes);
    const { width, height, color } = picture;
    return { type: 'image', width, height, color, bytes: picture.bytes.length };
  });
}

async function storeVideo(
  files: FileStore,
  key: string,
  kind: 'mp4' | 'webm',
  bytes: AsyncIterable<Uint8Array>,
): Promise<Content> {
  return files.write(key, bytes, async (draft) => {
    const video = await cleanVideo(kind, draft);
    if (!video) throw new Problem('unsupported-media-type', 'No se pudo procesar el video. Usá MP4 o WebM.');
    return { type: 'video', ...video, color: null, bytes: (await draft.stat()).size };
  });
}

// The first bytes tell the type; `whole` yields them again.
async function readHead(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const rest = bytes[Symbol.asyncIterator]();
  let head = new Uint8Array();
  while (head.length < kindBytes) {
    const next = await rest.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { head, whole: whole() };
}

async function* capBytes(bytes: AsyncIterable<Uint8Array>, limit: SizeLimit): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > limit.bytes) throw limit.tooLarge();
    yield chunk;
  }
}
