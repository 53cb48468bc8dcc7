import { afterEach, expect, test } from 'vitest';

import { ApiError } from '../../api/api-error.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { toastFailure } from './toast-failure.ts';

const toasts = () => notices.read().toasts.map(({ message, action }) => [message, action?.label]);

afterEach(() => {
  for (const { id } of notices.read().toasts) notices.dismiss(id);
});

test('a command that fails says so, and without a session how to continue', () => {
  toastFailure(new ApiError('unavailable', ''));
  toastFailure(new ApiError('unauthenticated', ''));
  expect(toasts()).toEqual([
    ['No se pudo completar. Intentá de nuevo.', undefined],
    ['Tenés que iniciar sesión.', 'Ingresar'],
  ]);
});
