import { useState } from 'react';

import { decodeError, type LocalPicture, pictureError } from './picture.ts';
import type { ProfileDraft, ProfileInput } from './profile-draft.ts';

type ChangeInput = (change: (input: ProfileInput) => ProfileInput) => void;

/** A rejected file leaves the draft as it is. */
export function usePicture(avatar: ProfileDraft['avatar'], setInput: ChangeInput) {
  const [error, setError] = useState<string>();

  const take = (next: LocalPicture | null) => {
    release(avatar);
    setError(undefined);
    setInput((input) => ({ ...input, avatar: next }));
  };
  const choose = async (file: File) => {
    const rejection = pictureError(file);
    if (rejection) return setError(rejection);
    const picture = { file, url: URL.createObjectURL(file) };
    take(picture);
    const problem = await decodeError(picture);
    if (!problem) return undefined;
    setInput((input) => (input.avatar === picture ? withoutAvatar(input) : input));
    return setError(problem);
  };
  const undo = () => {
    release(avatar);
    setError(undefined);
    setInput(withoutAvatar);
  };

  return { error, refuse: setError, choose, remove: () => take(null), undo };
}

export function release(avatar: ProfileDraft['avatar']): void {
  if (avatar !== null && typeof avatar !== 'string') URL.revokeObjectURL(avatar.url);
}

function withoutAvatar(input: ProfileInput): ProfileInput {
  const rest = { ...input };
  delete rest.avatar;
  return rest;
}
