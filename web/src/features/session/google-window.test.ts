import { expect, test } from 'vitest';

import { googleError } from './google-window.ts';

test("each failure has the specification's text", () => {
  expect(googleError('cancelled')).toBe('Se cerró la ventana de inicio de sesión.');
  expect(googleError('disabled')).toBe('La cuenta está deshabilitada.');
  expect(googleError('terms')).toBe('Debés aceptar los Términos y la Privacidad.');
  expect(googleError('failed')).toBe('No se pudo iniciar sesión. Intentá de nuevo.');
});
