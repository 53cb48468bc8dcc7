import { ApiError } from '../../api/api-error.ts';

/** The read model cannot serve the feed; `url` is where the missing index is made, when the message says so. */
export type MissingIndex = { url: string | null };

/** The missing index that a failed feed names, or null when it failed for another reason. */
export function missingIndex(error: unknown): MissingIndex | null {
  if (!(error instanceof ApiError)) return null;
  const { code, message } = error;
  if (code !== 'failed-precondition' && !/\bindex\b|índice/i.test(message)) return null;
  const found = /https?:\/\/[^\s'"<>]+/.exec(message)?.[0].replace(/[.,;:)]+$/, '');
  return { url: found ?? null };
}
