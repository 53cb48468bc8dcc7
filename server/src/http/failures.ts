import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '../../../contract/src/problem.ts';
import { Overloaded } from '../platform/concurrency/gate.ts';
import { FilesUnavailable } from '../platform/files/files.ts';
import { isDatabaseUnavailable, sqlState } from '../platform/postgres/database.ts';
import { LineBudget } from './request-log.ts';
import { callHeaders } from './security-headers.ts';

export type FailedRequest = {
  readonly id: string;
  readonly url: string;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
};

/** The problem as the client learns of it. Logs those that are not the client's fault. */
export function failureOf(error: unknown, request: FailedRequest): Problem {
  const problem = problemOf(error, request.id);
  if (problem.status >= 500) logFailure(error, request, problem.status);
  return problem;
}

export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = failureOf(error, request);
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  return reply
    .code(problem.status)
    .headers(callHeaders)
    .type('application/json; charset=utf-8')
    .send(problem.body);
}

const temporaryFailures = new LineBudget();

// The query string is not logged: it may hold a user's search.
function logFailure(error: unknown, request: FailedRequest, status: number): void {
  const detail = { err: error, url: request.url.split('?')[0], status };
  // Only unexpected errors need the operator's attention: an unreachable database or disk recovers by
  // itself.
  if (status === 500) request.log.error(detail, 'call failed');
  else if (temporaryFailures.take()) request.log.warn(detail, 'call failed: temporarily unavailable');
}

const characterNotInRepertoire = '22021';

function problemOf(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return withRetryAfter(error);
  if (isDatabaseUnavailable(error))
    return new Problem('unavailable', undefined, { retryAfter: 2, cause: error });
  if (error instanceof Overloaded)
    return new Problem('unavailable', undefined, { retryAfter: 2, cause: error });
  if (error instanceof FilesUnavailable) {
    const message = 'Ahora no se pueden guardar ni leer archivos. Probá de nuevo en un momento.';
    return new Problem('unavailable', message, { retryAfter: 30, cause: error });
  }
  if (sqlState(error) === characterNotInRepertoire) return new Problem('invalid-argument');
  const { code, statusCode = 500 } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem('payload-too-large');
  if (statusCode === 415) return new Problem('unsupported-media-type');
  if (statusCode === 503) return new Problem('unavailable', undefined, { retryAfter: 2 });
  if (statusCode >= 400 && statusCode < 500) return new Problem('invalid-argument');
  return new Problem(
    'internal',
    `Algo falló de nuestro lado. Si se repite, avisanos con este código: ${requestId}`,
  );
}

function withRetryAfter(problem: Problem): Problem {
  if (problem.retryAfter !== undefined || (problem.status !== 429 && problem.status !== 503)) return problem;
  return new Problem(problem.code, problem.message, { retryAfter: 2, cause: problem });
}
