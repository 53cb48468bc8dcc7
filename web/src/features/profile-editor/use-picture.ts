import { useRef, useState } from 'react';

import { decodeError, type LocalPicture, pictureError } from './picture.ts';
import type { ProfileDraft, ProfileInput } from './profile-draft.ts';

type ChangeInput = (change: (input: ProfileInput) => ProfileInput) => void;

/** A rejected file leaves the draft as it is. */
export function usePicture(avatar: ProfileDraft['avatar'], setInput: ChangeInput) {
  const [error, setError] = useState<string>();
  const newest = useRef<LocalPicture | null>(null);

  const take = (next: LocalPicture | null) => {
    newest.current = next;
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
    // The address of a picture that was replaced or removed meanwhile is revoked, which fails its decoding.
    if (!problem || newest.current !== picture) return undefined;
    setInput(withoutAvatar);
    return setError(problem);
  };
  const undo = () => {
    newest.current = null;
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
