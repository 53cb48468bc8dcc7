import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { cleanBio, cleanLine } from '../../../../contract/src/rules/clean-text.ts';
import { isValidHandle, normaliseHandle } from '../../../../contract/src/rules/handles.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { codePoints } from '../../../../contract/src/rules/text.ts';
import type { Writes } from '../../kernel/writes.ts';
import { deleteHandle, findUidByHandle, insertHandle } from '../../people/store/handles.ts';
import { lockUserHandle, updateUser } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { setFindableByEmail } from '../store/findable.ts';
import { changeAvatar } from './avatars.ts';

export async function isHandleAvailable({ db }: Writes, uid: string, input: string): Promise<boolean> {
  const handle = normaliseHandle(input);
  if (!isValidHandle(handle)) return false;
  const owner = handle === '' ? null : await findUidByHandle(db, handle);
  return owner === null || owner === uid;
}

/** `keptHandle` is not given up: whoever took it next would be the official account. */
export async function updateProfile(
  { transaction }: Writes,
  uid: string,
  input: Input<'updateProfile'>,
  keptHandle: string | null,
): Promise<void> {
  const displayName = cleanLine(input.displayName);
  if (displayName === '') throw new Problem('invalid-argument', 'El nombre es obligatorio.');
  if (codePoints(displayName) > limits.displayName) {
    throw new Problem('invalid-argument', `El nombre supera los ${limits.displayName} caracteres.`);
  }
  const handle = normaliseHandle(input.handle);
  if (!isValidHandle(handle)) throw new Problem('invalid-argument', 'Entre 3 y 20 caracteres.');
  const bio = cleanBio(input.bio);
  if (codePoints(bio) > limits.bio)
    throw new Problem('invalid-argument', `La bio supera los ${limits.bio} caracteres.`);
  await transaction(async (tx) => {
    const { at } = tx;
    await changeHandle(tx, uid, handle, keptHandle);
    await updateUser(tx, { uid, displayName, handle, bio, at });
    if (input.avatar !== undefined) await changeAvatar(tx, uid, input.avatar, at);
    if (input.findableByEmail !== undefined) await setFindableByEmail(tx, uid, input.findableByEmail);
    tx.fact({ type: 'profile-changed', uids: [uid] });
  });
}

// A handle is never changed in place: the old one is freed and the new one claimed.
async function changeHandle(
  tx: Database,
  uid: string,
  handle: string,
  keptHandle: string | null,
): Promise<void> {
  const current = await lockUserHandle(tx, uid);
  if (current === handle) return;
  if (current !== '' && current === keptHandle) {
    throw new Problem('failed-precondition', 'El @usuario de la cuenta oficial no se puede cambiar.');
  }
  if (current !== '') await deleteHandle(tx, current, uid);
  if (handle !== '' && !(await insertHandle(tx, handle, uid))) {
    throw new Problem('already-exists', 'Ese @usuario ya está en uso.');
  }
}
