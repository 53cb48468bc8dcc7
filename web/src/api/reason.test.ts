import { expect, test } from 'vitest';

import { ApiError } from './api-error.ts';
import { reasonOf } from './reason.ts';

test('a network failure has a short reason', () => {
  expect(reasonOf(ApiError.ofNetwork(new TypeError('Failed to fetch')))).toBe('sin conexión');
});

test("the server's sentence goes on after the colon", () => {
  expect(reasonOf(new ApiError('invalid-argument', 'El enlace no es válido.'))).toBe(
    'el enlace no es válido',
  );
});

test('keeps the sentences of a longer message', () => {
  const error = new ApiError('resource-exhausted', 'Demasiados intentos. Esperá un momento.');
  expect(reasonOf(error)).toBe('demasiados intentos. Esperá un momento');
});

test('never shows a message that is not ours', () => {
  expect(reasonOf(new TypeError('x is undefined'))).toBe('algo falló de nuestro lado');
  expect(reasonOf(new ApiError('internal', ''))).toBe('algo falló de nuestro lado');
});
