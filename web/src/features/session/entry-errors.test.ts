import { expect, test } from 'vitest';

import type { ApiErrorCode } from '../../api/api-error.ts';
import { signInErrors, signUpErrors } from './entry-errors.ts';

const failed = (code: ApiErrorCode) => ({ code, message: 'del servidor' });

test('the login and the sign-up have different texts for the same bad address', () => {
  expect(signInErrors(failed('auth/invalid-email'))).toEqual({ email: 'El email no es válido.' });
  expect(signUpErrors(failed('auth/invalid-email'))).toEqual({ email: 'Email inválido.' });
});

test("an unlisted failure gets the form's general text", () => {
  for (const code of ['internal', 'offline', 'auth/weak-password'] as const) {
    expect(signInErrors(failed(code))).toEqual({ form: 'No se pudo iniciar sesión. Intentá de nuevo.' });
  }
  for (const code of ['internal', 'offline', 'auth/wrong-password'] as const) {
    expect(signUpErrors(failed(code))).toEqual({ form: 'No se pudo crear la cuenta. Intentá de nuevo.' });
  }
});

test("a rate limit shows the server's text, which says to wait", () => {
  expect(signInErrors(failed('resource-exhausted'))).toEqual({ form: 'del servidor' });
  expect(signUpErrors(failed('resource-exhausted'))).toEqual({ form: 'del servidor' });
});
