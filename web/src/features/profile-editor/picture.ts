import { limits } from '../../../../contract/src/rules/limits.ts';
import { ApiError, type ApiErrorCode } from '../../api/api-error.ts';

/** A picture that was chosen and not saved yet; `url` shows it. */
export type ChosenPicture = { readonly file: File; readonly url: string };

/** The kinds of files that a profile's picture may be. */
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

const wrongType = 'Formato no soportado. Usá PNG, JPG o WebP.';
const tooLarge = 'La imagen supera los 2 MB.';
const broken = 'No se pudo procesar la imagen.';

const refusals: { [code in ApiErrorCode]?: string } = {
  'payload-too-large': tooLarge,
  'unsupported-media-type': wrongType,
  'invalid-argument': broken,
};

/** What is wrong with a file as a profile's picture, as far as it shows from outside. */
export function pictureError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!pictureTypes.includes(type)) return wrongType;
  return size > limits.avatarBytes ? tooLarge : undefined;
}

/** What the server found wrong with the picture itself, or null when it failed for another reason. */
export function refusedPicture(error: unknown): string | null {
  return error instanceof ApiError ? (refusals[error.code] ?? null) : null;
}

/** Whether the browser can show it. Resolves to what is wrong when it cannot. */
export async function brokenPicture({ url }: ChosenPicture): Promise<string | undefined> {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => undefined,
    () => broken,
  );
}
