import { Check, X } from 'lucide-react';
import type { ChangeEvent, Ref } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import type { HandleState } from './handle-state.ts';
import { takeHandle } from './profile-draft.ts';

import styles from './ProfileEditor.module.css';

type Props = {
  handle: string;
  state: HandleState;
  /** Errors wait for a pause in typing. */
  isPaused: boolean;
  onHandle: (handle: string) => void;
  ref?: Ref<HTMLInputElement>;
};

export function HandleField({ handle, state, isPaused, onHandle, ref }: Props) {
  return (
    <TextField
      ref={ref}
      label="Usuario"
      value={handle}
      onChange={(event) => onHandle(normaliseInput(event))}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      error={errorOf(state, isPaused)}
      hint={handle === '' ? 'Sin usuario no te pueden mencionar.' : undefined}
      aside={
        <output className={styles.availability} data-state={state}>
          {state === 'available' && (
            <>
              <Check size={16} aria-hidden />
              disponible
            </>
          )}
          {state === 'taken' && (
            <>
              <X size={16} aria-hidden />
              no disponible
            </>
          )}
          {state === 'checking' && 'comprobando…'}
          {state === 'unknown' && 'no se pudo comprobar'}
        </output>
      }
    />
  );
}

function errorOf(state: HandleState, isPaused: boolean): string | undefined {
  if (state === 'taken') return 'Ese @usuario ya está en uso.';
  return state === 'invalid' && isPaused ? 'Entre 3 y 20 caracteres.' : undefined;
}

// Not by `maxLength`, which counts the @ of a pasted handle. As there, what is typed into a full field is cut, not
// its end. Sets the field's value itself to keep the caret, which React would move to the end.
function normaliseInput({ currentTarget: input }: ChangeEvent<HTMLInputElement>): string {
  const value = input.value;
  const caretBefore = input.selectionStart ?? value.length;
  const end = takeHandle(value.slice(caretBefore));
  const start = takeHandle(value.slice(0, caretBefore)).slice(0, limits.handleMax - end.length);
  const handle = start + end;
  if (handle !== value) {
    input.value = handle;
    input.setSelectionRange(start.length, start.length);
  }
  return handle;
}
