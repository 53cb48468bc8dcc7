import { Problem } from '../../../contract/src/problem.ts';
import type { Signer } from '../platform/secrets/signed.ts';

/**
 * Cursors are signed for one list, so they can be neither forged nor used elsewhere. `list` names the list
 * and all parameters that shape it.
 */
export function readCursor(signer: Signer, list: string, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  return valid(signer.open(`cursor ${list}`, cursor));
}

export function writeCursor(signer: Signer, list: string, value: string | null): string | null {
  return value === null ? null : signer.sign(`cursor ${list}`, value);
}

export function readSealedCursor(signer: Signer, list: string, cursor: string | undefined): string | null {
  return cursor === undefined ? null : valid(signer.unseal(`cursor ${list}`, cursor));
}

export function writeSealedCursor(signer: Signer, list: string, value: string | null): string | null {
  return value === null ? null : signer.seal(`cursor ${list}`, value);
}

function valid(value: string | null): string {
  if (value === null)
    throw new Problem('invalid-argument', 'Esa página ya no se puede pedir. Volvé a empezar.');
  return value;
}
