import { isValidHandle } from '../../../../contract/src/rules/handles.ts';

/** `idle`: the user's own handle or none. `unknown`: the check failed, and saving will tell. */
export type HandleState = 'idle' | 'invalid' | 'checking' | 'available' | 'taken' | 'unknown';

type HandleFacts = {
  handle: string;
  own: string;
  isTouched: boolean;
  debouncedHandle: string;
  available: boolean | null | undefined;
};

export function handleStateOf({
  handle,
  own,
  isTouched,
  debouncedHandle,
  available,
}: HandleFacts): HandleState {
  if (handle === '') return 'idle';
  if (handle === own) return isTouched ? 'available' : 'idle';
  if (!isValidHandle(handle)) return 'invalid';
  if (handle !== debouncedHandle || available === undefined) return 'checking';
  if (available === null) return 'unknown';
  return available ? 'available' : 'taken';
}
