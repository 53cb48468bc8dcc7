import { Problem } from '../../../../contract/src/problem.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { deleteUnclaimedAvatars, takeAvatar } from '../../media/store/uploads.ts';
import { findUserAvatar, updateUserAvatar } from '../../people/store/users.ts';
import { avatarKey, avatarUrl, keyOfAvatarUrl } from '../../platform/files/media-keys.ts';
import type { Database } from '../../platform/postgres/database.ts';

/** Open pages still show the old picture. */
const oldAvatarLifeMs = 24 * 3_600_000;

/** Null removes the avatar. Call it in the transaction that locked the user's row. */
export async function changeAvatar(
  tx: Database,
  uid: string,
  avatar: { key: string } | null,
  at: Date,
): Promise<void> {
  const old = await findUserAvatar(tx, uid);
  const version = avatar === null ? null : await claimAvatar(tx, uid, avatar.key, at);
  await updateUserAvatar(tx, uid, version === null ? null : avatarUrl(uid, version));
  const oldKey = old === null ? null : keyOfAvatarUrl(old);
  if (oldKey !== null) {
    const runAt = new Date(at.getTime() + oldAvatarLifeMs);
    await addJob(tx, 'remove-files', { keys: [oldKey] }, { runAt });
  }
}

async function claimAvatar(tx: Database, uid: string, key: string, at: Date): Promise<string> {
  const version = key === avatarKey(uid) ? await takeAvatar(tx, uid, at) : null;
  if (version === null) {
    throw new Problem('invalid-argument', 'La imagen ya no está disponible. Volvé a subirla.');
  }
  const others = await deleteUnclaimedAvatars(tx, uid, at);
  if (others.length > 0) await addJob(tx, 'remove-files', { keys: others });
  return version;
}
