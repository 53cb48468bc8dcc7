import { expect, test } from 'vitest';

import { ApiError } from '../../api/api-error.ts';
import { missingIndex } from './index-warning.ts';

test('a failed precondition is a missing index, with the address that its message carries', () => {
  const error = new ApiError(
    'failed-precondition',
    'The query requires an index: https://console.example/i?a=1.',
  );
  expect(missingIndex(error)).toEqual({ url: 'https://console.example/i?a=1' });
});

test('a message about an index is one too, without an address', () => {
  expect(missingIndex(new ApiError('internal', 'Falta un índice.'))).toEqual({ url: null });
});

test('any other failure is no missing index', () => {
  expect(missingIndex(new ApiError('unavailable', 'No disponible.'))).toBeNull();
  expect(missingIndex(new TypeError('index'))).toBeNull();
});

test('only an http address is offered', () => {
  expect(missingIndex(new ApiError('failed-precondition', 'javascript:alert(1)'))).toEqual({ url: null });
});
