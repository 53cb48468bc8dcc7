import type { ApiErrorCode } from '../../api/api-error.ts';

export type EntryField =
  | 'displayName'
  | 'email'
  | 'currentPassword'
  | 'password'
  | 'terms'
  | 'url'
  | 'reason'
  | 'form';
export type EntryErrors = Partial<Record<EntryField, string>>;

type Messages = Partial<Record<ApiErrorCode, readonly [EntryField, string]>>;

const signIn: Messages = {
  'auth/invalid-email': ['email', 'El email no es válido.'],
  'auth/user-disabled': ['form', 'La cuenta está deshabilitada.'],
  'auth/user-not-found': ['email', 'No encontramos una cuenta con ese email.'],
  'auth/wrong-password': ['password', 'La contraseña no es correcta.'],
};

const signUp: Messages = {
  'auth/email-already-in-use': ['email', 'Ese email ya está registrado.'],
  'auth/weak-password': ['password', 'La contraseña debe tener al menos 6 caracteres.'],
  'auth/invalid-email': ['email', 'Email inválido.'],
};

type Failure = { code: ApiErrorCode; message: string };

export function signInErrors(failure: Failure): EntryErrors {
  return errorsFrom(signIn, failure, 'No se pudo iniciar sesión. Intentá de nuevo.');
}

export function signUpErrors(failure: Failure): EntryErrors {
  return errorsFrom(signUp, failure, 'No se pudo crear la cuenta. Intentá de nuevo.');
}

export function proofErrors(failure: Failure): EntryErrors {
  return errorsFrom(signIn, failure, 'No se pudo comprobar la contraseña. Intentá de nuevo.');
}

function errorsFrom(messages: Messages, failure: Failure, otherwise: string): EntryErrors {
  const entry = messages[failure.code];
  if (entry) return { [entry[0]]: entry[1] };
  // A retry would not help: the server's text says to wait.
  return { form: failure.code === 'resource-exhausted' ? failure.message : otherwise };
}
