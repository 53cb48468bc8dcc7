import type { AdminCommandName, Input, Output } from '../../../../../contract/src/calls/all.ts';
import { command } from '../../../api/client.ts';
import { withProof } from './admin-proof.ts';

/**
 * If the session is over an hour old, re-authenticates and sends the command again. Throws ApiError, the
 * first one when re-authentication fails.
 */
export function adminCommand<N extends AdminCommandName>(
  name: N,
  input: Input<N>,
  options?: { idempotencyKey?: string },
): Promise<Output<N>> {
  return withProof(() => command(name, input, options));
}
