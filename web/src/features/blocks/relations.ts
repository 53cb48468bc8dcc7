import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { command } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { confirmDialog, toast } from '../../ui/overlays/dialogs.ts';
import { renewPeopleLists } from '../profiles/people-lists.ts';
import { type ProfileAnswer, profileKey } from '../profiles/use-profile.ts';
import { readSession } from '../session/session-store.ts';
import { bringBack, dropPosts } from './drop-posts.ts';
import { hiddenPeopleKey } from './hidden-people.ts';

type Person = Pick<Profile, 'uid' | 'displayName' | 'handle'>;

type Change = 'blockUser' | 'unblockUser' | 'muteUser' | 'unmuteUser';

const outcomes: Record<Change, { state: Partial<ProfileAnswer>; back: Change; said: string }> = {
  blockUser: { state: { blocked: true, following: false }, back: 'unblockUser', said: 'Bloqueaste a' },
  // There is nothing of the profile to show before the server gives it again.
  unblockUser: { state: {}, back: 'blockUser', said: 'Desbloqueaste a' },
  muteUser: { state: { muted: true }, back: 'unmuteUser', said: 'Silenciaste a' },
  unmuteUser: { state: { muted: false }, back: 'muteUser', said: 'Dejaste de silenciar a' },
};

const undoMs = 6_000;

/** What somebody is called where it matters who exactly is meant. */
export function nameOf({ handle, displayName }: Person): string {
  return displayHandle(handle) || displayName;
}

/** Asks, then blocks somebody. */
export async function askAndBlock(person: Person): Promise<void> {
  const sure = await confirmDialog(
    `¿Bloquear a ${nameOf(person)}? Ninguno de los dos va a ver lo que hace el otro y dejan de seguirse. No le avisamos.`,
    { confirm: 'Bloquear', danger: true },
  );
  if (sure) await changeRelation(person, 'blockUser');
}

/** Changes how one stands to somebody: it shows at once, goes back when it fails, and can be undone. */
export async function changeRelation(person: Person, change: Change, canUndo = true): Promise<void> {
  const { state, back, said } = outcomes[change];
  const key = profileKey(person.uid);
  await queryClient.cancelQueries({ queryKey: key });
  const before = queryClient.getQueryData<ProfileAnswer>(key);
  queryClient.setQueryData<ProfileAnswer>(key, (answer) => answer && { ...answer, ...state });
  try {
    await command(change, { targetUid: person.uid });
  } catch {
    queryClient.setQueryData(key, before);
    toast('No se pudo completar. Intentá de nuevo.', { type: 'error' });
    return;
  }
  if (change === 'blockUser' || change === 'muteUser') dropPosts(person.uid, change === 'blockUser');
  else bringBack(person.uid);
  const undo = () => void changeRelation(person, back, false);
  toast(`${said} ${nameOf(person)}.`, {
    durationMs: undoMs,
    ...(canUndo && { action: { label: 'Deshacer', run: undo } }),
  });
  await renew(person.uid);
}

// The server's word on what else changed: counts, lists, what there is to be told of.
async function renew(uid: string): Promise<void> {
  const ownUid = readSession().user?.uid;
  renewPeopleLists();
  for (const queryKey of [profileKey(ownUid ?? ''), hiddenPeopleKey, ['notifications']])
    void queryClient.invalidateQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey: profileKey(uid) });
}
