import { expect, test } from 'vitest';

import { checkLinkRequest, requestErrors, resetErrors } from './reset-errors.ts';

test("shows the server's text about the link, and hides internal failures", () => {
  const usedText = 'El enlace ya se usó o venció. Pedí uno nuevo.';
  expect(resetErrors({ code: 'not-found', message: usedText })).toEqual({ form: usedText });
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
