// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ApiError } from '../../api/api-error.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { toastFailure } from './toast-failure.ts';

const toasts = () =>
  notices.read().toasts.map(({ message, action }) => [message, action && 'href' in action && action.href]);

beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => {
  for (const { id } of notices.read().toasts) notices.dismiss(id);
});

test('a failed command shows a toast, and without a session a link to the sign-in', () => {
  toastFailure(new ApiError('unavailable', ''));
  toastFailure(new ApiError('unauthenticated', ''));
  expect(toasts()).toEqual([
    ['No se pudo completar. Intentá de nuevo.', undefined],
    ['Tenés que iniciar sesión.', '/ingresar'],
  ]);
});

test('after a sign-in from the toast the reader is back where they were', () => {
  history.replaceState(null, '', '/tema/clasico?tab=x');
  toastFailure(new ApiError('unauthenticated', ''));
  expect(toasts()).toEqual([
    ['Tenés que iniciar sesión.', `/ingresar?volver=${encodeURIComponent('/tema/clasico?tab=x')}`],
  ]);
});
