const ofSession = new Set<() => void>();
const ofRights = new Set<() => void>();

/** Tells whoever keeps the session that the server refused it. */
export function sessionRefused(): void {
  for (const listener of ofSession) listener();
}

/** Tells whoever keeps the session that it does not give the right to do something. */
export function rightsRefused(): void {
  for (const listener of ofRights) listener();
}

export function onSessionRefused(listener: () => void): () => void {
  ofSession.add(listener);
  return () => ofSession.delete(listener);
}

export function onRightsRefused(listener: () => void): () => void {
  ofRights.add(listener);
  return () => ofRights.delete(listener);
}
