/** Whether a dynamic import failed because its file could not be fetched: offline, or replaced by a newer version. */
export function isMissingChunk(error: unknown): boolean {
  // The browser reports a missing script as a TypeError, Vite a missing style sheet by this message.
  return error instanceof TypeError || (error instanceof Error && error.message.includes('preload CSS'));
}

/** For `.catch()` of an import that the caller can do without. */
export function ignoreMissingChunk(error: unknown): null {
  if (!isMissingChunk(error)) throw error;
  return null;
}
