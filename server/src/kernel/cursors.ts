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

/** Keeps the cursor that was made last for a page which is answered many times. */
export type CursorSlot = { cursor?: { readonly list: string; readonly text: string | null } };

/** As `writeCursor`, once for each page that has a slot: its `next` must be the same each time. */
export function pageCursor(
  signer: Signer,
  list: string,
  { next, slot }: { readonly next: string | null; readonly slot?: CursorSlot | undefined },
): string | null {
  if (!slot) return writeCursor(signer, list, next);
  if (slot.cursor?.list !== list) slot.cursor = { list, text: writeCursor(signer, list, next) };
  return slot.cursor.text;
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
