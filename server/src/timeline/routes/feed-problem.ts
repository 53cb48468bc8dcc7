import { Problem } from '../../../../contract/src/problem.ts';
import { sqlState } from '../../platform/postgres/database.ts';

// A table, column or index of the read model is missing, or this role may not read it.
const cannotServe = new Set(['42P01', '42703', '42704', '42501', '55000']);

/** The page answers this failure by asking again with `source=posts`. */
export function feedProblem(error: unknown): never {
  if (!cannotServe.has(sqlState(error) ?? '')) throw error;
  throw new Problem(
    'failed-precondition',
    "Falta índice compuesto (ownerUid + createdAt desc) para 'Siguiendo'.",
    {
      cause: error,
    },
  );
}
