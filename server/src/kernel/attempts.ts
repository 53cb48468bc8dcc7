import { validate } from 'uuid';

import { Problem } from '../../../contract/src/problem.ts';
import type { Attempt } from './idempotency.ts';
import type { CallerRequest } from './route.ts';

export function attemptOf(request: Pick<CallerRequest, 'headers'>, call: string, input: unknown): Attempt {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || !validate(header)) {
    throw new Problem('invalid-argument', 'El encabezado Idempotency-Key tiene que ser un UUID.');
  }
  return { key: header.toLowerCase(), call, input };
}
