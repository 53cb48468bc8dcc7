/** The file could not be fetched: offline, or replaced by a newer version. */
export function isMissingChunk(error: unknown): boolean {
  // The browser reports a missing script as a TypeError, Vite a missing style sheet by this message.
  return error instanceof TypeError || (error instanceof Error && error.message.includes('preload CSS'));
}

export function ignoreMissingChunk(error: unknown): null {
  if (!isMissingChunk(error)) throw error;
  return null;
}
