const listeners = new Set<() => void>();

/** Tells whoever keeps the session that the server refused it. */
export function sessionRefused(): void {
  for (const listener of listeners) listener();
}

export function onSessionRefused(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
