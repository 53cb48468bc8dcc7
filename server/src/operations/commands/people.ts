import { normaliseEmail } from '../../../../contract/src/rules/email.ts';
import { findOfficialAccount } from '../../accounts/actions/site-accounts.ts';
import { setAdmin } from '../../moderation/actions/admin-rights.ts';
import { findSuspensionBar, setUserSuspended } from '../../moderation/actions/suspensions.ts';
import { findUsers } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { makeOfficial } from '../../profiles/actions/official-account.ts';
import { type ActingAdmin, findAdmins } from '../../sessions/store/admins.ts';
import { type Command, openSiteDatabase, readArguments } from './command.ts';
import { findUser, nameOf } from './find-user.ts';
import { outsideWrites } from './outside-writes.ts';

const userUsage = '<@handle or e-mail address>';
const operator = { uid: null };

export const grantAdmin: Command = {
  usage: userUsage,
  about: 'Makes a user an admin, from their next request on.',
  run: (tool, args) => changeAdmin(tool, args, true),
};

export const revokeAdmin: Command = {
  usage: userUsage,
  about: 'Revokes admin rights, from the next request on. The super-admin is configured, not granted.',
  run: (tool, args) => changeAdmin(tool, args, false),
};

export const listAdmins: Command = {
  usage: '',
  about: 'Lists the admins and when they were granted.',
  run: async (tool, args) => {
    readArguments(args, { words: [], options: {} });
    const db = await openSiteDatabase(tool, { shared: true });
    const rows = await findAdmins(db);
    const users = await findUsers(
      db,
      rows.map(({ uid }) => uid),
    );
    const { superAdminEmail } = tool.config;
    if (superAdminEmail !== null) tool.say(`${superAdminEmail} is the super-admin (SUPER_ADMIN_EMAIL).`);
    for (const { uid, granted_at: since } of rows) {
      const row = users.find((one) => one.uid === uid);
      tool.say(`${row ? nameOf(row) : uid} since ${since.toISOString()}`);
    }
    if (rows.length === 0) tool.say('No admins were granted.');
  },
};

export const suspend: Command = {
  usage: userUsage,
  about: 'Suspends a user: their sessions end, and they and their posts are hidden.',
  run: (tool, args) => changeSuspension(tool, args, true),
};

export const reactivate: Command = {
  usage: userUsage,
  about: 'Lifts a suspension: everything is shown again.',
  run: (tool, args) => changeSuspension(tool, args, false),
};

export const setOfficial: Command = {
  usage: '<@handle>',
  about: 'Makes a user the official account, which all new users follow, from the next start of the site.',
  run: async (tool, args) => {
    const { words } = readArguments(args, { words: ['user'], options: {} });
    const { mainUser } = tool.config;
    if (mainUser !== null)
      throw new StartFailure(`MAIN_USER names the official account, ${mainUser}: remove it first.`);
    const db = await openSiteDatabase(tool, { shared: true });
    const user = await findUser(db, words[0] ?? '');
    const { writes, enqueueFacts } = outsideWrites(db);
    const isChanged = await makeOfficial(writes, operator, user);
    await enqueueFacts();
    if (!isChanged) return tool.say(`${nameOf(user)} is already the official account.`);
    tool.say(`${nameOf(user)} is the official account. Restart the site if it is running.`);
  },
};

type Tool = Parameters<Command['run']>[0];

async function changeAdmin(tool: Tool, args: readonly string[], admin: boolean): Promise<void> {
  const { words } = readArguments(args, { words: ['user'], options: {} });
  const db = await openSiteDatabase(tool, { shared: true });
  const user = await findUser(db, words[0] ?? '');
  const isChanged = await setAdmin(outsideWrites(db).writes, operator, user, admin);
  if (!admin && (await findSuspensionBar(db, user, await actingOperator(tool, db))) === 'super-admin')
    throw new StartFailure(`${nameOf(user)} stays the super-admin, by SUPER_ADMIN_EMAIL.`);
  const already = isChanged ? '' : ' already';
  tool.say(`${nameOf(user)} is ${admin ? 'an' : 'no'} admin${already}.`);
}

async function changeSuspension(tool: Tool, args: readonly string[], suspended: boolean): Promise<void> {
  const { words } = readArguments(args, { words: ['user'], options: {} });
  const db = await openSiteDatabase(tool, { shared: true });
  const user = await findUser(db, words[0] ?? '');
  const { writes, enqueueFacts } = outsideWrites(db);
  const by = await actingOperator(tool, db);
  const bar = await findSuspensionBar(db, user, by);
  if (bar !== null) {
    const role = bar === 'official' ? 'official account' : 'super-admin';
    throw new StartFailure(`${nameOf(user)} is the ${role} and cannot be suspended.`);
  }
  await setUserSuspended(writes, by, { targetUid: user.uid, suspended });
  await enqueueFacts();
  tool.say(`${nameOf(user)} is ${suspended ? 'suspended' : 'active'}.`);
}

async function actingOperator({ config }: Tool, db: Database): Promise<ActingAdmin & { uid: null }> {
  const superAdminEmail = normaliseEmail(config.superAdminEmail ?? '');
  return { ...operator, officialUid: await findOfficialAccount(db, config.mainUser), superAdminEmail };
}
