import { ApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { renameAuthor } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentsKey, peopleKey } from '../../api/query-keys.ts';
import { uploadFile } from '../../api/upload.ts';
import { confirmProfile } from '../profiles/use-profile.ts';
import { renewUser } from '../session/session-store.ts';
import { type ChosenPicture, refusedPicture } from './picture.ts';
import type { ProfileDraft } from './profile-draft.ts';
import { showFindable } from './use-findable.ts';

/** The picture cannot be saved; `message` says why. */
export class PictureRefused extends Error {}

// A picture that is there already is not sent again when the rest has to be tried once more.
const uploaded = new WeakMap<ChosenPicture, string>();

/**
 * Saves one's own profile. From then on everything on the page shows it as the server has it.
 * Throws ApiError, or PictureRefused.
 * @param onProgress how much of a chosen picture has left, from 0 to 1
 */
export async function saveProfile(
  draft: ProfileDraft,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const { displayName, handle, bio, avatar, findableByEmail } = draft;
  const picture = avatar !== null && typeof avatar !== 'string' ? avatar : null;
  const key = picture && (uploaded.get(picture) ?? (await send(picture, onProgress)));
  if (picture && key) uploaded.set(picture, key);
  const { profile } = await command('updateProfile', {
    displayName,
    handle,
    bio,
    ...(key !== null && { avatar: { key } }),
    ...(avatar === null && { avatar: null }),
    ...(findableByEmail !== null && { findableByEmail }),
  }).catch((error: unknown) => {
    // Perhaps it waited for too long and was cleared away: the next try sends it anew.
    if (picture && error instanceof ApiError && error.code === 'invalid-argument') uploaded.delete(picture);
    throw error;
  });
  if (findableByEmail !== null) showFindable(findableByEmail);
  renewUser(profile);
  renameAuthor(profile);
  confirmProfile(profile.uid, (answer) => ({ ...answer, profile }));
  // Comments and lists of people carry the name and the picture too; those on screen next are read anew.
  await queryClient.invalidateQueries({ queryKey: commentsKey() });
  await queryClient.invalidateQueries({ queryKey: peopleKey() });
}

async function send(picture: ChosenPicture, onProgress: (fraction: number) => void): Promise<string> {
  try {
    return (await uploadFile('avatar', picture.file, { onProgress })).key;
  } catch (error) {
    const refusal = refusedPicture(error);
    throw refusal === null ? error : new PictureRefused(refusal, { cause: error });
  }
}
