import { expect, test } from 'vitest';

import { Problem, type ProblemCode } from '../../../../contract/src/problem.ts';
import { ApiError } from '../../api/api-error.ts';
import { pictureError, pictureRejection } from './picture.ts';

test('PNG, JPEG and WebP of up to 2 MB are taken, to the byte', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
    expect(pictureError({ type, size: 2_097_152 })).toBeUndefined();
    expect(pictureError({ type, size: 2_097_153 })).toBe('La imagen supera los 2 MB.');
  }
  for (const type of ['image/gif', 'image/heic', 'image/svg+xml', 'video/mp4', '']) {
    expect(pictureError({ type, size: 1 })).toBe('Formato no soportado. Usá PNG, JPG o WebP.');
  }
});

test('a fault in the file is shown beside it, and other failures are not about the picture', () => {
  const refusal = (code: ProblemCode) => pictureRejection(new ApiError(code, new Problem(code).message));
  expect(refusal('payload-too-large')).toBe('La imagen supera los 2 MB.');
  expect(refusal('unsupported-media-type')).toBe('Formato no soportado. Usá PNG, JPG o WebP.');
  expect(refusal('invalid-argument')).toBe('No se pudo procesar la imagen.');
  expect(refusal('unavailable')).toBeNull();
  expect(pictureRejection(new Error('other'))).toBeNull();
});
