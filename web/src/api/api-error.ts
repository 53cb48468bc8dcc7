import type { ProblemBody, ProblemCode, ProblemReason } from '../../../contract/src/problem.ts';
import { parseJson } from '../state/parse-json.ts';

/** `offline`: no answer arrived, because the network failed or the call timed out. */
export type ApiErrorCode = ProblemCode | 'offline';

/** A failed call. `message` is Spanish and fit to be shown; `retryAfter` is in seconds. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly retryAfter: number | undefined;
  readonly reason: ProblemReason | undefined;
  /** Disables automatic retries: the next page of a list has its own retry button. */
  byHand = false;

  constructor(
    code: ApiErrorCode,
    message: string,
    options?: { retryAfter?: number; reason?: ProblemReason; cause?: unknown },
  ) {
    super(message, options);
    this.name = 'ApiError';
    this.code = code;
    this.retryAfter = options?.retryAfter;
    this.reason = options?.reason;
  }

  static ofNetwork(cause: unknown): ApiError {
    return new ApiError('offline', isTimeout(cause) ? 'el servidor no responde' : 'sin conexión', { cause });
  }

  get timedOut(): boolean {
    return isTimeout(this.cause);
  }
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

export function assertApiError(error: unknown): asserts error is ApiError {
  if (!(error instanceof ApiError)) throw error;
}

export function ignoreApiError(error: unknown): null {
  assertApiError(error);
  return null;
}

/** Without an answer the outcome is unknown: the server may have done what it was sent. */
export function mayHaveArrived(error: unknown): error is ApiError {
  return error instanceof ApiError && ['offline', 'internal', 'unavailable'].includes(error.code);
}

export function isPassing(error: unknown): boolean {
  return mayHaveArrived(error) || (error instanceof ApiError && error.code === 'resource-exhausted');
}

/** A body without our error object comes from a proxy in between. */
export async function problemOf(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get('retry-after') || Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const body = parseJson(await response.text()) as Partial<ProblemBody> | null;
  if (body?.error?.code) {
    const { code, message, reason } = body.error;
    return new ApiError(code, message, { retryAfter, reason });
  }
  return new ApiError(response.status >= 500 ? 'unavailable' : 'internal', 'el servidor no responde', {
    retryAfter,
  });
}
