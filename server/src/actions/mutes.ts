import { Problem } from '../../../contract/src/problem.ts';
import { limits } from '../../../contract/src/rules/limits.ts';
import { mutedWordProblem, mutedWords } from '../../../contract/src/rules/muted-words.ts';
import type { Bus } from '../platform/bus.ts';
import { isId } from '../platform/ids.ts';
import { deleteMute, insertMute, upsertMutedWords } from '../store/mutes.ts';
import { findUsers } from '../store/users.ts';
import { profileNotFound } from './follows.ts';
import type { Writes } from './writes.ts';

/** Mutes somebody for oneself alone: they learn nothing of it. Twice changes nothing more. */
export async function muteUser({ db, bus, now }: Writes, uid: string, targetUid: string): Promise<void> {
  if (uid === targetUid) throw new Problem('invalid-argument', 'No podés silenciarte a vos.');
  if (!isId(targetUid) || (await findUsers(db, [targetUid])).length === 0) throw profileNotFound();
  await insertMute(db, uid, targetUid, now());
  tell(bus, uid);
}

/** Ends a mute. */
export async function unmuteUser({ db, bus }: Writes, uid: string, targetUid: string): Promise<void> {
  if (uid === targetUid) throw new Problem('invalid-argument', 'No podés silenciarte a vos.');
  if (!isId(targetUid)) throw profileNotFound();
  await deleteMute(db, uid, targetUid);
  tell(bus, uid);
}

/** Sets the words that one does not want to read, in the place of those before. @returns them as they are kept */
export async function setMutedWords(
  { db, bus }: Writes,
  uid: string,
  typed: readonly string[],
): Promise<string[]> {
  for (const word of typed) {
    const problem = mutedWordProblem(word, limits.mutedWord);
    if (problem !== null) throw new Problem('invalid-argument', problem);
  }
  const words = mutedWords(typed);
  await upsertMutedWords(db, uid, words);
  tell(bus, uid);
  return words;
}

function tell(bus: Bus, uid: string): void {
  bus.emit('unwanted-changed', { uids: [uid] });
  // The unread ones that are hidden now count no longer, and the other way round.
  bus.emit('notifications-read', { uid });
}
