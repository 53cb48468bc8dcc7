import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import type { ApiErrorCode } from '../../api/api-error.ts';
import type { EntryErrors } from '../session/entry-errors.ts';

export function checkLinkRequest({ email }: { email: string }): EntryErrors {
  return normaliseEmail(email) === null ? { email: 'El email no es válido.' } : {};
}

export function requestErrors({ code, message }: { code: ApiErrorCode; message: string }): EntryErrors {
  if (code === 'auth/invalid-email') return { email: message };
  // A retry would not help: the server's text says to wait.
  if (code === 'resource-exhausted') return { form: message };
  return { form: 'No se pudo enviar el enlace. Intentá de nuevo.' };
}

export function resetErrors({ code, message }: { code: ApiErrorCode; message: string }): EntryErrors {
  if (code === 'auth/weak-password') return { password: message };
  const hasOwnMessage = code === 'not-found' || code === 'invalid-argument' || code === 'resource-exhausted';
  return { form: hasOwnMessage ? message : 'No se pudo guardar la contraseña. Intentá de nuevo.' };
}
