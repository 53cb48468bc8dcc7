import { expect, test } from 'vitest';

import { checkLinkRequest, checkNewPassword, requestErrors, resetErrors } from './reset-errors.ts';

test('takes 6 to 128 characters, as they are', () => {
  expect(checkNewPassword({ password: '12345' })).toEqual({
    password: 'La contraseña debe tener al menos 6 caracteres.',
  });
  expect(checkNewPassword({ password: '  😀😀😀 ' })).toEqual({});
  expect(checkNewPassword({ password: 'a'.repeat(128) })).toEqual({});
  expect(checkNewPassword({ password: 'a'.repeat(129) })).toHaveProperty('password');
});

test("shows the server's text about the link, and hides internal failures", () => {
  const used = 'El enlace ya se usó o venció. Pedí uno nuevo.';
  expect(resetErrors({ code: 'not-found', message: used })).toEqual({ form: used });
  const broken = { form: 'No se pudo guardar la contraseña. Intentá de nuevo.' };
  expect(resetErrors({ code: 'internal', message: 'Algo falló de nuestro lado.' })).toEqual(broken);
  expect(resetErrors({ code: 'offline', message: 'sin conexión' })).toEqual(broken);
});

test('requests a link only for a valid address, and hides internal failures', () => {
  expect(checkLinkRequest({ email: 'ana@' })).toEqual({ email: 'El email no es válido.' });
  expect(checkLinkRequest({ email: ' Ana@Ejemplo.AR ' })).toEqual({});
  expect(requestErrors({ code: 'resource-exhausted', message: 'Esperá.' })).toEqual({ form: 'Esperá.' });
  expect(requestErrors({ code: 'internal', message: 'por dentro' })).toEqual({
    form: 'No se pudo enviar el enlace. Intentá de nuevo.',
  });
});
