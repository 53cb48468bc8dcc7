import type { Input } from '../../../../contract/src/calls/all.ts';
import type { OwnClub } from '../../../../contract/src/calls/clubs.ts';
import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { command } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { clubKey, commentsKey, peopleKey, postListKey, profileKey } from '../../api/query-keys.ts';
import { renameAuthor } from '../../api/rename-author.ts';
import { session, updateUser } from '../session/session-store.ts';
import { showOwnClub } from './use-own-club.ts';

/** Throws ApiError, whose message says when it is too soon. */
export async function saveClub(choice: Input<'setClub'>): Promise<OwnClub> {
  const uid = session.read().user?.uid;
  const own = await command('setClub', choice);
  const { user } = session.read();
  // Somebody else may have signed in meanwhile.
  if (!user || user.uid !== uid) return own;
  showOwnClub(own);
  const profile = withClub(user, own);
  updateUser(profile);
  renameAuthor(profile);
  for (const queryKey of [commentsKey(), peopleKey(), profileKey(user.uid), clubKey(), postListKey('club')])
    void queryClient.invalidateQueries({ queryKey });
  return own;
}

function withClub(profile: Profile, { club, show }: OwnClub): Profile {
  const next = { ...profile };
  delete next.club;
  delete next.hiddenClub;
  if (club !== null) next[show ? 'club' : 'hiddenClub'] = club;
  return next;
}
