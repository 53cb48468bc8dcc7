import {
  type LegacyFile,
  type LegacyUser,
  legacyUser,
} from '../../../../contract/src/rules/legacy/legacy-records.ts';
import { claimGeneratedHandle } from '../../accounts/actions/accounts.ts';
import { type AccountRow, findAccountByEmail, insertAccount } from '../../accounts/store/accounts.ts';
import { findImported, insertImported } from '../../accounts/store/imported.ts';
import { newId } from '../../kernel/ids.ts';
import { takeUpload } from '../../media/store/uploads.ts';
import { insertHandle } from '../../people/store/handles.ts';
import {
  insertUser,
  lockUser,
  setSuspended,
  updateUser,
  updateUserCover,
  updateUserMarks,
} from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { changeAvatar } from '../../profiles/actions/avatars.ts';
import type { ExportDocument } from './export-documents.ts';
import { type ImportContext, latestTime } from './import-context.ts';
import { importFile } from './import-file.ts';

const kind = 'users';
const addressTaken = 'e-mail address taken';

export async function importUsers(parts: ImportContext, documents: readonly ExportDocument[]): Promise<void> {
  const { db, report } = parts;
  const idOf = ({ path }: ExportDocument) => path[1] ?? '';
  const newIds = await findImported(db, 'user', documents.map(idOf));
  for (const document of documents) {
    const oldId = idOf(document);
    if (newIds.has(oldId)) report.existing(kind);
    else await importUser(parts, oldId, legacyUser(document.data, latestTime(parts)));
  }
}

async function importUser(parts: ImportContext, oldId: string, user: LegacyUser): Promise<void> {
  const { db, report, now } = parts;
  const path = `users/${oldId}`;
  const account = user.email === null ? null : await findAccountByEmail(db, user.email);
  if (account) return mergeUser(parts, oldId, account);
  const at = user.createdAt ?? now();
  const uid = newId(at);
  const result = await insertNewUser(parts, { oldId, uid, at }, user);
  if (result === 'existing') return report.existing(kind);
  if (result === addressTaken) return report.skip(kind, path, addressTaken);
  if (user.email === null) report.change(path, 'no e-mail address: nobody can sign in');
  report.imported(kind);
  const { avatar, cover } = user;
  if (avatar && !(await importAvatar(parts, uid, avatar))) report.change(path, 'without its avatar');
  if (cover && !(await importCover(parts, uid, cover))) report.change(path, 'without its cover');
}

async function mergeUser(
  { db, report }: ImportContext,
  oldId: string,
  { uid, email_verified_at: verifiedAt }: AccountRow,
): Promise<void> {
  const path = `users/${oldId}`;
  // Only a verified address proves the same person: anybody could have registered it in advance.
  const isSamePerson = verifiedAt !== null;
  const isNew = isSamePerson
    ? (await insertImported(db, 'user', [{ oldId, newId: uid }])).has(oldId)
    : !(await findImported(db, 'user', [oldId])).has(oldId);
  // The account may come from this document: from an earlier line, or from an import at the same time.
  if (!isNew) return report.existing(kind);
  if (!isSamePerson) return report.skip(kind, path, addressTaken);
  report.change(path, 'merged into the account with the same e-mail address');
  report.imported(kind);
}

// Thrown, so that the transaction leaves nothing.
class AddressTaken extends Error {}

async function insertNewUser(
  { report, now, transaction }: ImportContext,
  { oldId, uid, at }: { oldId: string; uid: string; at: Date },
  user: LegacyUser,
): Promise<'imported' | 'existing' | typeof addressTaken> {
  const work = async (tx: Database) => {
    if (!(await insertImported(tx, 'user', [{ oldId, newId: uid }])).has(oldId)) return 'existing';
    const identity = { verified: false, passwordHash: null, google: null, madeBySite: false };
    // Somebody may have signed up with the address since it was looked up.
    if (!(await insertAccount(tx, { uid, email: user.email, ...identity, at }))) throw new AddressTaken();
    const handle = await claimHandle(tx, uid, user);
    const { displayName, bio, acceptedTos } = user;
    const reading = { publicReading: null };
    await insertUser(tx, { uid, displayName, handle, official: false, acceptedTos, ...reading, at });
    await updateUser(tx, { uid, displayName, handle, bio, at });
    if (user.premium || user.isPrivate) await updateUserMarks(tx, uid, user);
    if (user.suspended) await setSuspended(tx, uid, { suspended: true, at: now() });
    if (handle !== user.handle) report.change(`users/${oldId}`, 'other handle: taken or invalid');
    return 'imported';
  };
  return transaction(work).catch((error: unknown) => {
    if (error instanceof AddressTaken) return addressTaken;
    throw error;
  });
}

async function importAvatar(parts: ImportContext, uid: string, { path }: LegacyFile): Promise<boolean> {
  const upload = path === null ? null : await importFile(parts, { uid, purpose: 'avatar', from: path });
  if (upload === null) return false;
  await parts.transaction(async (tx) => {
    await lockUser(tx, uid);
    await changeAvatar(tx, uid, upload, parts.now());
  });
  return true;
}

// There is no upload purpose for covers: the file is stored like a post's.
async function importCover(parts: ImportContext, uid: string, { path }: LegacyFile): Promise<boolean> {
  const upload = path === null ? null : await importFile(parts, { uid, purpose: 'post', from: path });
  if (upload?.type !== 'image') return false;
  const { key, url } = upload;
  return parts.transaction(async (tx) => {
    if (!(await takeUpload(tx, { key, ownerUid: uid, purpose: 'post', at: parts.now() }))) return false;
    await updateUserCover(tx, uid, url);
    return true;
  });
}

async function claimHandle(tx: Database, uid: string, { handle, displayName }: LegacyUser): Promise<string> {
  if (handle !== null && (await insertHandle(tx, handle, uid))) return handle;
  return claimGeneratedHandle(tx, uid, displayName);
}
