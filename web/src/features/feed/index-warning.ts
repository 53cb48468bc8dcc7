import { ApiError } from '../../api/api-error.ts';

/** The read model cannot serve the feed. `url` creates the missing index, if the message names it. */
export type MissingIndex = { url: string | null };

export function missingIndex(error: unknown): MissingIndex | null {
  if (!(error instanceof ApiError)) return null;
  const { code, message } = error;
  if (code !== 'failed-precondition' && !/\bindex\b|índice/i.test(message)) return null;
  const url = /https?:\/\/[^\s'"<>]+/.exec(message)?.[0].replace(/[.,;:)]+$/, '');
  return { url: url ?? null };
}
