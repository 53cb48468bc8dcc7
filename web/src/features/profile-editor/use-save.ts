import { useEffect, useState } from 'react';

import { ApiError } from '../../api/api-error.ts';
import { type ProfileDraft, type Typed, typedSince } from './profile-draft.ts';
import { saveProfile } from './save-profile.ts';
import { markTaken } from './use-handle-check.ts';

type SaveState = 'idle' | 'saving' | 'saved' | 'failed';

const savedMs = 2000;

/**
 * Saves the form, one request at a time. What was typed stays until it is saved.
 * @param onTaken when somebody took the handle in the meantime
 */
export function useSave(setTyped: (change: (typed: Typed) => Typed) => void, onTaken: () => void) {
  const [state, setState] = useState<SaveState>('idle');

  useEffect(() => {
    if (state !== 'saved') return undefined;
    const timer = setTimeout(() => setState('idle'), savedMs);
    return () => clearTimeout(timer);
  }, [state]);

  const save = async (draft: ProfileDraft) => {
    if (state === 'saving') return;
    setState('saving');
    try {
      await saveProfile(draft);
      setTyped((typed) => typedSince(draft, typed));
      setState('saved');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const taken = error.code === 'already-exists';
      setState(taken ? 'idle' : 'failed');
      if (!taken) return;
      markTaken(draft.handle);
      onTaken();
    }
  };

  return { save, state };
}
