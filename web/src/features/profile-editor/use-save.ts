import { useEffect, useState } from 'react';

import { ApiError } from '../../api/api-error.ts';
import { type ProfileDraft, type ProfileInput, inputSince } from './profile-draft.ts';
import { PictureRefused, saveProfile } from './save-profile.ts';
import { markTaken } from './use-handle-check.ts';
import { release } from './use-picture.ts';

type SaveState = 'idle' | 'saving' | 'saved' | 'failed';

type Options = {
  setInput: (change: (input: ProfileInput) => ProfileInput) => void;
  onTaken: () => void;
  onPictureRefused: (reason: string) => void;
  onClubRefused: (reason: string) => void;
  onSaved: () => void;
};

const savedMs = 2000;

/** One request at a time. `progress` is the uploaded part of a picture, from 0 to 1. */
export function useSave({ setInput, onTaken, onPictureRefused, onClubRefused, onSaved }: Options) {
  const [state, setState] = useState<SaveState>('idle');
  const [progress, setProgress] = useState<number | null>(null);

  useEffect(() => {
    if (state !== 'saved') return undefined;
    const timer = setTimeout(() => setState('idle'), savedMs);
    return () => clearTimeout(timer);
  }, [state]);

  const explain = (error: unknown, handle: string) => {
    if (error instanceof PictureRefused) {
      setState('idle');
      onPictureRefused(error.message);
      return;
    }
    if (!(error instanceof ApiError)) throw error;
    if (error.reason === 'club-too-soon') {
      setState('idle');
      onClubRefused(error.message);
      return;
    }
    const isTaken = error.code === 'already-exists';
    setState(isTaken ? 'idle' : 'failed');
    if (!isTaken) return;
    markTaken(handle);
    onTaken();
  };
  const save = async (draft: ProfileDraft, input: ProfileInput) => {
    if (state === 'saving') return;
    setState('saving');
    try {
      await saveProfile(draft, input, setProgress);
      setInput((input) => inputSince(draft, input));
      setState('saved');
      onSaved();
      release(draft.avatar);
    } catch (error) {
      explain(error, draft.handle);
    } finally {
      setProgress(null);
    }
  };

  return { save, state, progress };
}
