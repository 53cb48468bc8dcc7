import { ApiError } from '../../api/api-error.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { signInAddress } from './remembered-path.ts';

/** Once the session has ended, a retry cannot help. */
export function toastFailure(error: unknown, type: 'failure' | 'error' = 'failure'): void {
  if (error instanceof ApiError && error.code === 'unauthenticated')
    toast('Tenés que iniciar sesión.', {
      type,
      action: { label: 'Ingresar', href: signInAddress(location.pathname + location.search) },
    });
  else toast('No se pudo completar. Intentá de nuevo.', { type });
}
