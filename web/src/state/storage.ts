type Kind = 'localStorage' | 'sessionStorage';

/** Undefined where storage is disabled or full. */
export function withStorage<T>(kind: Kind, access: (storage: Storage) => T): T | undefined {
  try {
    return access(globalThis[kind]);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
