import { expect, test } from 'vitest';

import { checkNewPassword, checkSignIn, checkSignUp } from './check-entry.ts';

const good = { displayName: 'Nora Paz', email: 'nora@ejemplo.ar', password: 'aguante', acceptedTos: true };

test('a login needs both fields, and only then a real address', () => {
  const both = { form: 'Completá tu email y contraseña.' };
  expect(checkSignIn({ email: '', password: '' })).toEqual(both);
  expect(checkSignIn({ email: '  ', password: 'clave' })).toEqual(both);
  expect(checkSignIn({ email: 'foo', password: '' })).toEqual(both);
  expect(checkSignIn({ email: 'foo', password: 'clave' })).toEqual({ email: 'El email no es válido.' });
  expect(checkSignIn({ email: ' Foo@Ejemplo.AR ', password: ' ' })).toEqual({});
});

test('a sign-up reports all its errors at once', () => {
  expect(checkSignUp(good)).toEqual({});
  expect(checkSignUp({ displayName: ' ', email: 'nora@', password: 'corta', acceptedTos: false })).toEqual({
    displayName: 'Ingresá un nombre visible.',
    email: 'Email inválido.',
    password: 'La contraseña debe tener al menos 6 caracteres.',
    terms: 'Debés aceptar los Términos y la Privacidad.',
  });
});

test('a password is counted in characters, not in the units of the machine', () => {
  expect(checkSignUp({ ...good, password: '⚽⚽⚽⚽⚽' })).toHaveProperty('password');
  expect(checkSignUp({ ...good, password: '🏟️🏟️🏟️' })).toEqual({});
});

test('a new password takes 6 to 128 characters, as they are, also at sign-up', () => {
  expect(checkNewPassword({ password: '12345' })).toEqual({
    password: 'La contraseña debe tener al menos 6 caracteres.',
  });
  expect(checkNewPassword({ password: '  😀😀😀 ' })).toEqual({});
  expect(checkNewPassword({ password: 'a'.repeat(128) })).toEqual({});
  const long = { password: 'La contraseña supera los 128 caracteres.' };
  expect(checkNewPassword({ password: 'a'.repeat(129) })).toEqual(long);
  expect(checkSignUp({ ...good, password: 'a'.repeat(129) })).toEqual(long);
});
