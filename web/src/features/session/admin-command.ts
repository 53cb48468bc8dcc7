import type { AdminCommandName, Input, Output } from '../../../../contract/src/calls/all.ts';
import { command } from '../../api/client.ts';
import { withProof } from './admin-proof.ts';

/**
 * Sends a command of an admin. Who signed in more than an hour ago is asked to show who they are, and then it is sent
 * again. Throws ApiError: what the server said first when the admin would not, or could not.
 */
export function adminCommand<N extends AdminCommandName>(
  name: N,
  input: Input<N>,
  options?: { idempotencyKey?: string },
): Promise<Output<N>> {
  return withProof(() => command(name, input, options));
}
