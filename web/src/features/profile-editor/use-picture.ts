import { useState } from 'react';

import { brokenPicture, type ChosenPicture, pictureError } from './picture.ts';
import type { ProfileDraft, Typed } from './profile-draft.ts';

type ChangeTyped = (change: (typed: Typed) => Typed) => void;

/** A rejected file leaves the draft as it is. */
export function usePicture(avatar: ProfileDraft['avatar'], setTyped: ChangeTyped) {
  const [error, setError] = useState<string>();

  const take = (next: ChosenPicture | null) => {
    release(avatar);
    setError(undefined);
    setTyped((typed) => ({ ...typed, avatar: next }));
  };
  const choose = async (file: File) => {
    const wrong = pictureError(file);
    if (wrong) return setError(wrong);
    const picture = { file, url: URL.createObjectURL(file) };
    take(picture);
    const problem = await brokenPicture(picture);
    if (!problem) return undefined;
    setTyped((typed) => (typed.avatar === picture ? withoutAvatar(typed) : typed));
    return setError(problem);
  };
  const undo = () => {
    release(avatar);
    setError(undefined);
    setTyped(withoutAvatar);
  };

  return { error, refuse: setError, choose, remove: () => take(null), undo };
}

export function release(avatar: ProfileDraft['avatar']): void {
  if (avatar !== null && typeof avatar !== 'string') URL.revokeObjectURL(avatar.url);
}

function withoutAvatar(typed: Typed): Typed {
  const rest = { ...typed };
  delete rest.avatar;
  return rest;
}
