import { createStore } from '../state/create-store.ts';

export const staleAnswer = createStore(false);

export function noteAnswer({ headers }: Response): void {
  staleAnswer.write(headers.has('tablon-from-cache'));
}
