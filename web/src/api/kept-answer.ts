let kept = false;
const listeners = new Set<() => void>();

/** Whether the last answer was one that the service worker had kept, for want of a network. */
export const isAnswerKept = () => kept;

export function subscribeKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** To be told of every answer. */
export function noteAnswer({ headers }: Response): void {
  if (headers.has('tablon-kept') === kept) return;
  kept = !kept;
  for (const listener of listeners) listener();
}
