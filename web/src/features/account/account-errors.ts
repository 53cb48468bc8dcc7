import type { ApiErrorCode } from '../../api/api-error.ts';
import type { EntryErrors } from '../session/entry-errors.ts';

type Failure = { code: ApiErrorCode; message: string };

// Codes whose server message is the best text.
const withOwnMessage = new Set<ApiErrorCode>([
  'failed-precondition',
  'invalid-argument',
  'permission-denied',
  'resource-exhausted',
]);

export function changeErrors({ code, message }: Failure): EntryErrors {
  if (code === 'auth/wrong-password') return { currentPassword: message };
  if (code === 'auth/weak-password') return { password: message };
  return { form: withOwnMessage.has(code) ? message : 'No se pudo guardar la contraseña. Intentá de nuevo.' };
}

export function deletionErrors({ code, message }: Failure): EntryErrors {
  if (code === 'auth/wrong-password') return { password: message };
  return { form: withOwnMessage.has(code) ? message : 'No se pudo eliminar la cuenta. Intentá de nuevo.' };
}
