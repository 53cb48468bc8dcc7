import type { ProblemBody, ProblemCode, ProblemReason } from '../../../contract/src/problem.ts';
import { parseJson } from '../state/parse-json.ts';

/** `offline`: no answer came, whether the network failed or the time ran out. */
export type ApiErrorCode = ProblemCode | 'offline';

/** A call that failed. `message` is Spanish and fit to be shown; `retryAfter` is in seconds. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly retryAfter: number | undefined;
  readonly reason: ProblemReason | undefined;
  /** Only a tap asks again: the next page of a list has its button. */
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

  /** From what `fetch` threw. */
  static ofNetwork(cause: unknown): ApiError {
    const late = cause instanceof DOMException && cause.name === 'TimeoutError';
    return new ApiError('offline', late ? 'el servidor no responde' : 'sin conexión', { cause });
  }
}

/** For a `catch` that expects a failed call: rethrows anything else. */
export function assertApiError(error: unknown): asserts error is ApiError {
  if (!(error instanceof ApiError)) throw error;
}

/** The same for `.catch()`, where the caller goes on without an answer. */
export function ignoreApiError(error: unknown): null {
  assertApiError(error);
  return null;
}

/** From an answer that is no success. One without our error form comes from something in between. */
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
