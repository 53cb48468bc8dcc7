import type { ApiErrorCode } from '../../api/api-error.ts';
import type { EntryErrors } from '../session/entry-errors.ts';

type Failure = { code: ApiErrorCode; message: string };

// Where the server's own text says best what is wrong.
const told = new Set<ApiErrorCode>([
  'failed-precondition',
  'invalid-argument',
  'permission-denied',
  'resource-exhausted',
]);

/** What the form shows for a failed `changePassword`. */
export function changeErrors({ code, message }: Failure): EntryErrors {
  if (code === 'auth/wrong-password') return { currentPassword: message };
  if (code === 'auth/weak-password') return { password: message };
  return { form: told.has(code) ? message : 'No se pudo guardar la contraseña. Intentá de nuevo.' };
}

/** What the form shows for a failed `deleteAccount`. */
export function deletionErrors({ code, message }: Failure): EntryErrors {
  if (code === 'auth/wrong-password') return { password: message };
  return { form: told.has(code) ? message : 'No se pudo eliminar la cuenta. Intentá de nuevo.' };
}
