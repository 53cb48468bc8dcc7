import { ApiError } from '../../api/api-error.ts';
import { toast } from '../../ui/overlays/dialogs.ts';

/** Says that a command failed, and how to continue when the session has ended: trying again cannot help then. */
export function toastFailure(error: unknown, type: 'failure' | 'error' = 'failure'): void {
  if (error instanceof ApiError && error.code === 'unauthenticated')
    toast('Tenés que iniciar sesión.', { type, action: { label: 'Ingresar', href: '/ingresar' } });
  else toast('No se pudo completar. Intentá de nuevo.', { type });
}
