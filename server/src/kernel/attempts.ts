import { validate } from 'uuid';

import { Problem } from '../../../contract/src/problem.ts';
import type { Attempt } from './idempotency.ts';
import type { CallerRequest } from './route.ts';

type Headers = Pick<CallerRequest, 'headers'>;

export function attemptOf(request: Headers, call: string, input: unknown): Attempt {
  const key = attemptKey(request);
  return key === null ? null : { key, call, input };
}

export function attemptKey({ headers }: Headers): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || !validate(header)) {
    throw new Problem('invalid-argument', 'El encabezado Idempotency-Key tiene que ser un UUID.');
  }
  return header.toLowerCase();
}
