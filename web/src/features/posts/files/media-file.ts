import { limits } from '../../../../../contract/src/rules/limits.ts';
import type { Attachment } from './attachment.ts';
import { prepareImage } from './prepare-image.ts';
import { isUnreadable } from './shrink-image.ts';

/** An empty type passes too, because the server inspects the file. */
const uploadableVideo = /^$|^video\/(?:mp4|webm|quicktime|x-m4v)$/;

/** Why a file cannot be uploaded, by its type and size; null when it can. */
export function fileRejection(file: File): string | null {
  if (kindOf(file) === 'image') return null;
  if (file.size > limits.videoBytes) return 'El video supera 30MB.';
  return uploadableVideo.test(file.type) ? null : 'Formato no soportado. Usá un video MP4 o WebM.';
}

/** Null for an unreadable image. */
export async function prepareFile(
  file: File,
): Promise<Pick<Attachment, 'type' | 'file' | 'width' | 'height'> | null> {
  if (kindOf(file) === 'video') return { type: 'video', file, width: null, height: null };
  try {
    return { type: 'image', ...(await prepareImage(file)) };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return null;
  }
}

// Some systems report no type.
export function kindOf({ type, name }: File): Attachment['type'] {
  return type.startsWith('video/') || (type === '' && /\.(?:mp4|m4v|mov|webm)$/i.test(name))
    ? 'video'
    : 'image';
}
