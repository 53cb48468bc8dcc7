import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { command } from '../../api/client.ts';
import { optimistic } from '../../api/optimistic.ts';
import { rereadQueries } from '../../api/query-client.ts';
import { excludedPeopleKey, mentionsKey, notificationsKey, profileKey } from '../../api/query-keys.ts';
import { confirmDialog, toast } from '../../ui/overlays/dialogs.ts';
import { invalidatePeople } from '../profiles/people-lists.ts';
import { overlayProfile } from '../profiles/profile-overlays.ts';
import { confirmProfile, type ProfileAnswer } from '../profiles/use-profile.ts';
import { session } from '../session/session-store.ts';
import { toastFailure } from '../session/toast-failure.ts';
import { dropPosts, refreshLists, showPostsAgain } from './drop-posts.ts';

type Person = Pick<Profile, 'uid' | 'displayName' | 'handle'>;

type Change = 'blockUser' | 'unblockUser' | 'muteUser' | 'unmuteUser';

const outcomes: Record<Change, { state: Partial<ProfileAnswer>; undo: Change; text: string }> = {
  blockUser: { state: { blocked: true, following: false }, undo: 'unblockUser', text: 'Bloqueaste a' },
  // The rest of the profile comes with the server's next answer.
  unblockUser: { state: {}, undo: 'blockUser', text: 'Desbloqueaste a' },
  muteUser: { state: { muted: true }, undo: 'unmuteUser', text: 'Silenciaste a' },
  unmuteUser: { state: { muted: false }, undo: 'muteUser', text: 'Dejaste de silenciar a' },
};

const undoMs = 6_000;

const changes = { block: relation('block'), mute: relation('mute') };

/** The handle, or the name of a user without one: for texts that must say exactly who is meant. */
export function nameOf({ handle, displayName }: Person): string {
  return displayHandle(handle) || displayName;
}

export async function confirmAndBlock(person: Person): Promise<void> {
  const sure = await confirmDialog(
    `¿Bloquear a ${nameOf(person)}? Ninguno de los dos va a ver lo que hace el otro y dejan de seguirse. No le avisamos.`,
    { confirm: 'Bloquear', danger: true },
  );
  if (sure) await changeRelation(person, 'blockUser');
}

export async function changeRelation(person: Person, change: Change, canUndo = true): Promise<void> {
  const { undo, text } = outcomes[change];
  const isBlock = change === 'blockUser' || change === 'unblockUser';
  if (!(await changes[isBlock ? 'block' : 'mute'](person.uid, change))) return;
  if (change === 'blockUser' || change === 'muteUser') dropPosts(person.uid, isBlock);
  else if (change === 'unblockUser') showPostsAgain(person.uid);
  else refreshLists();
  const run = () => void changeRelation(person, undo, false);
  toast(`${text} ${nameOf(person)}.`, {
    durationMs: undoMs,
    ...(canUndo && { action: { label: 'Deshacer', run } }),
  });
  await invalidateRelated(person.uid);
}

function relation(kind: 'block' | 'mute') {
  const withState = (change: Change) => (answer: ProfileAnswer) => ({ ...answer, ...outcomes[change].state });
  return optimistic<Change, unknown>({
    overlay: (uid, change) => overlayProfile(uid, change && withState(change), kind),
    send: (targetUid, change) => command(change, { targetUid }),
    settle: (uid, _answer, change) => confirmProfile(uid, withState(change)),
    onFailure: (_uid, error) => toastFailure(error, 'error'),
  });
}

async function invalidateRelated(uid: string): Promise<void> {
  const ownUid = session.read().user?.uid;
  invalidatePeople();
  for (const queryKey of [profileKey(ownUid ?? ''), excludedPeopleKey(), notificationsKey(), mentionsKey()]) {
    void rereadQueries({ queryKey });
  }
  await rereadQueries({ queryKey: profileKey(uid) });
}
