type Kind = 'localStorage' | 'sessionStorage';

/** Uses the browser's storage. Undefined where it is switched off or full. */
export function withStorage<T>(kind: Kind, access: (storage: Storage) => T): T | undefined {
  try {
    return access(globalThis[kind]);
  } catch (error) {
    // SecurityError or QuotaExceededError.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
