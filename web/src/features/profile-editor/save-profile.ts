import { ApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { preferencesQuery, showPreferences } from '../../api/preferences.ts';
import { queryClient } from '../../api/query-client.ts';
import { commentsKey, peopleKey } from '../../api/query-keys.ts';
import { renameAuthor } from '../../api/rename-author.ts';
import { uploadFile } from '../../api/upload.ts';
import { saveClub } from '../clubs/save-club.ts';
import { confirmProfile } from '../profiles/use-profile.ts';
import { isViewer, updateUser } from '../session/session-store.ts';
import { type LocalPicture, pictureRejection } from './picture.ts';
import type { ProfileDraft, ProfileInput } from './profile-draft.ts';
import { showFindable } from './use-findable.ts';

export class PictureRefused extends Error {}

// An uploaded picture is reused when the rest has to be retried.
const uploadedKeys = new WeakMap<LocalPicture, string>();

/**
 * Throws ApiError or PictureRefused.
 * @param input the user's changes: other fields may have changed on another device and are sent only where
 * they must be
 * @param onProgress the uploaded part of a picture, from 0 to 1
 */
export async function saveProfile(
  draft: ProfileDraft,
  input: ProfileInput,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const { displayName, handle, bio } = draft;
  const { avatar, findableByEmail, askForAlt, club, showClub } = input;
  const picture = avatar && typeof avatar !== 'string' ? avatar : null;
  const update = (newAvatar?: { key: string } | null) =>
    command('updateProfile', {
      displayName,
      handle,
      bio,
      ...(newAvatar !== undefined && { avatar: newAvatar }),
      ...(typeof findableByEmail === 'boolean' && { findableByEmail }),
    });
  const { profile } = await (picture
    ? updateWith(picture, onProgress, update)
    : update(avatar === null ? null : undefined));
  // The rest would change the account of somebody else, who has signed in meanwhile.
  if (!isViewer(profile.uid)) return;
  if (typeof findableByEmail === 'boolean') showFindable(findableByEmail);
  updateUser(profile);
  renameAuthor(profile);
  confirmProfile(profile.uid, (answer) => ({ ...answer, profile }));
  // Comments and lists of people have the name and picture too.
  for (const queryKey of [commentsKey(), peopleKey()]) void queryClient.invalidateQueries({ queryKey });
  if (typeof askForAlt === 'boolean') await saveAskForAlt(askForAlt);
  // Last: another club may be refused as too soon, and the rest is saved by then.
  if (club !== undefined || showClub !== undefined) await saveClub({ club, show: showClub });
}

async function saveAskForAlt(askForAlt: boolean): Promise<void> {
  const current = await queryClient.ensureQueryData(preferencesQuery());
  if (current.preferences.askForAlt === askForAlt) return;
  const { preferences } = await command('setPreferences', { askForAlt });
  showPreferences(() => preferences);
}

async function updateWith<T>(
  picture: LocalPicture,
  onProgress: (fraction: number) => void,
  update: (avatar: { key: string }) => Promise<T>,
): Promise<T> {
  const earlierKey = uploadedKeys.get(picture);
  if (earlierKey !== undefined) {
    try {
      return await update({ key: earlierKey });
    } catch (error) {
      // The upload has expired, or the profile has it already: each is taken once.
      if (!(error instanceof ApiError) || error.code !== 'invalid-argument') throw error;
    }
  }
  const key = await send(picture, onProgress);
  uploadedKeys.set(picture, key);
  return update({ key });
}

async function send(picture: LocalPicture, onProgress: (fraction: number) => void): Promise<string> {
  try {
    return (await uploadFile('avatar', picture.file, { onProgress })).key;
  } catch (error) {
    const refusal = pictureRejection(error);
    throw refusal === null ? error : new PictureRefused(refusal, { cause: error });
  }
}
