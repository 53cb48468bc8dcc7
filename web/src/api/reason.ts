import { ApiError } from './api-error.ts';

/** The short Spanish reason after 'No se pudo …: ', never an English code. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError ? asReason(error.message) : 'algo falló de nuestro lado';
}

function asReason(message: string): string {
  const bare = message.trim().replace(/\.$/, '');
  return bare === '' ? 'algo falló de nuestro lado' : bare.charAt(0).toLowerCase() + bare.slice(1);
}
