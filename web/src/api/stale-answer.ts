import { createStore } from '../state/create-store.ts';

/** Whether the last answer came from the service worker's cache, because the network failed. */
export const staleAnswer = createStore(false);

export function noteAnswer({ headers }: Response): void {
  staleAnswer.write(headers.has('tablon-from-cache'));
}
