import { expect, test } from 'vitest';

import { changeErrors, deletionErrors } from './account-errors.ts';

test('a wrong password stands beside its field', () => {
  const failure = { code: 'auth/wrong-password', message: 'La contraseña no es correcta.' } as const;
  expect(changeErrors(failure)).toEqual({ currentPassword: failure.message });
  expect(deletionErrors(failure)).toEqual({ password: failure.message });
});

test("a rate limit shows the server's text, other failures the form's own", () => {
  const wait = { code: 'resource-exhausted', message: 'Demasiados intentos. Esperá un momento.' } as const;
  expect(changeErrors(wait)).toEqual({ form: wait.message });
  const broken = { code: 'internal', message: 'Algo falló de nuestro lado.' } as const;
  expect(changeErrors(broken)).toEqual({ form: 'No se pudo guardar la contraseña. Intentá de nuevo.' });
  expect(deletionErrors(broken)).toEqual({ form: 'No se pudo eliminar la cuenta. Intentá de nuevo.' });
});
