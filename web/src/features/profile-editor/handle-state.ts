import { isValidHandle } from '../../../../contract/src/rules/handles.ts';

/** `idle`: nothing to say, it is one's own or none. `unknown`: it could not be checked; saving will tell. */
export type HandleState = 'idle' | 'invalid' | 'checking' | 'available' | 'taken' | 'unknown';

type HandleFacts = {
  handle: string;
  own: string;
  touched: boolean;
  /** The handle that the last pause in typing left. */
  settled: string;
  /** The server's answer for it; null when it could not be asked. */
  available: boolean | null | undefined;
};

/** The state of the handle in the field. One's own counts as available; an empty one is allowed. */
export function handleStateOf({ handle, own, touched, settled, available }: HandleFacts): HandleState {
  if (handle === '') return 'idle';
  if (handle === own) return touched ? 'available' : 'idle';
  if (!isValidHandle(handle)) return 'invalid';
  if (handle !== settled || available === undefined) return 'checking';
  if (available === null) return 'unknown';
  return available ? 'available' : 'taken';
}
