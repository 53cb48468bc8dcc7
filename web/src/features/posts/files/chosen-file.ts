import { limits } from '../../../../../contract/src/rules/limits.ts';
import type { Attachment } from './attachment.ts';
import { prepareImage } from './prepare-image.ts';
import { isUnreadable } from './shrink-image.ts';

/** The videos that the server takes; it looks inside, so no type is fine as well. */
const sentAsItIs = /^$|^video\/(?:mp4|webm|quicktime|x-m4v)$/;

/** Why a file that was chosen cannot be sent, as far as it shows from outside; null when nothing does. */
export function refusedFile(chosen: File): string | null {
  if (kindOf(chosen) === 'image') return null;
  if (chosen.size > limits.videoBytes) return 'El video supera 30MB.';
  return sentAsItIs.test(chosen.type) ? null : 'Formato no soportado. Usá un video MP4 o WebM.';
}

/** The file as it is sent: an image made smaller, a video as it is. Null for an image that cannot be read. */
export async function preparedFile(
  chosen: File,
): Promise<Pick<Attachment, 'type' | 'file' | 'width' | 'height'> | null> {
  if (kindOf(chosen) === 'video') return { type: 'video', file: chosen, width: null, height: null };
  try {
    return { type: 'image', ...(await prepareImage(chosen)) };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return null;
  }
}

// Some systems do not know the type of a file; the server looks inside anyway.
function kindOf({ type, name }: File): Attachment['type'] {
  return type.startsWith('video/') || (type === '' && /\.(?:mp4|m4v|mov|webm)$/i.test(name))
    ? 'video'
    : 'image';
}
