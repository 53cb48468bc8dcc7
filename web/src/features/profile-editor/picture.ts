import { limits } from '../../../../contract/src/rules/limits.ts';
import { ApiError, type ApiErrorCode } from '../../api/api-error.ts';

export type LocalPicture = { readonly file: File; readonly url: string };

export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

const wrongType = 'Formato no soportado. Usá PNG, JPG o WebP.';
const tooLarge = 'La imagen supera los 2 MB.';
const broken = 'No se pudo procesar la imagen.';

const refusals: { [code in ApiErrorCode]?: string } = {
  'payload-too-large': tooLarge,
  'unsupported-media-type': wrongType,
  'invalid-argument': broken,
};

export function pictureError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!pictureTypes.includes(type)) return wrongType;
  return size > limits.avatarBytes ? tooLarge : undefined;
}

/** Null when it failed for another reason. */
export function pictureRejection(error: unknown): string | null {
  return error instanceof ApiError ? (refusals[error.code] ?? null) : null;
}

/** Undefined when the browser can decode it. */
export async function decodeError({ url }: LocalPicture): Promise<string | undefined> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => undefined,
    () => broken,
  );
}
