import type { AdminCommandName, Input, Output } from '../../../../contract/src/calls/all.ts';
import { ApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';

/**
 * Sends a command of an admin. Who signed in more than an hour ago is asked to show who they are, and then it is sent
 * again. Throws ApiError: what the server said first when the admin would not, or could not.
 */
export async function adminCommand<N extends AdminCommandName>(
  name: N,
  input: Input<N>,
  options?: { idempotencyKey?: string },
): Promise<Output<N>> {
  try {
    return await command(name, input, options);
  } catch (error) {
    const asksForProof = error instanceof ApiError && error.reason === 'sign-in-again';
    if (!asksForProof || !(await proveOneself())) throw error;
    return command(name, input, options);
  }
}

async function proveOneself(): Promise<boolean> {
  const dialog = await import('./ProofDialog.tsx').catch(() => null);
  return dialog !== null && dialog.askForProof();
}
