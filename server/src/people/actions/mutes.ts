import { Problem } from '../../../../contract/src/problem.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { mutedWordProblem, mutedWords } from '../../../../contract/src/rules/muted-words.ts';
import { isId } from '../../kernel/ids.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { deleteMute, insertMute, upsertMutedWords } from '../store/mutes.ts';
import { findUsers } from '../store/users.ts';
import { profileNotFound } from './profile-not-found.ts';

export async function muteUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  if (uid === targetUid) throw new Problem('invalid-argument', 'No podés silenciarte a vos.');
  if (!isId(targetUid) || (await findUsers(writes.db, [targetUid])).length === 0) throw profileNotFound();
  await changeMutes(writes, uid, (db) => insertMute(db, uid, targetUid, writes.now()));
}

export async function unmuteUser(writes: Writes, uid: string, targetUid: string): Promise<void> {
  if (uid === targetUid) throw new Problem('invalid-argument', 'No podés silenciarte a vos.');
  if (!isId(targetUid)) throw profileNotFound();
  await changeMutes(writes, uid, (db) => deleteMute(db, uid, targetUid));
}

export async function setMutedWords(
  writes: Writes,
  uid: string,
  input: readonly string[],
): Promise<string[]> {
  for (const word of input) {
    const problem = mutedWordProblem(word, limits.mutedWord);
    if (problem !== null) throw new Problem('invalid-argument', problem);
  }
  const words = mutedWords(input);
  await changeMutes(writes, uid, (db) => upsertMutedWords(db, uid, words));
  return words;
}

async function changeMutes(
  { statement }: Writes,
  uid: string,
  change: (db: Database) => Promise<void>,
): Promise<void> {
  await statement(async (db) => {
    await change(db);
    db.fact({ type: 'mutes-changed', uids: [uid] });
  });
}
