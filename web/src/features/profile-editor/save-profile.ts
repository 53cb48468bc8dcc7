import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { command } from '../../api/client.ts';
import { renameAuthor } from '../../api/post-cache.ts';
import { queryClient } from '../../api/query-client.ts';
import { type ProfileAnswer, profileKey } from '../profiles/use-profile.ts';
import { renewUser } from '../session/session-store.ts';
import type { ProfileDraft } from './profile-draft.ts';

/** Saves one's own profile. From then on everything on the page shows it as the server has it. Throws ApiError. */
export async function saveProfile(draft: ProfileDraft): Promise<void> {
  const { profile } = await command('updateProfile', draft);
  renewUser(profile);
  renameAuthor(profile);
  await showProfile(profile);
  // Comments carry their author's name too; those on screen next are read anew.
  await queryClient.invalidateQueries({ queryKey: ['comments'] });
}

async function showProfile(profile: Profile): Promise<void> {
  const key = profileKey(profile.uid);
  await queryClient.cancelQueries({ queryKey: key });
  queryClient.setQueryData<ProfileAnswer>(key, (answer) => answer && { ...answer, profile });
}
