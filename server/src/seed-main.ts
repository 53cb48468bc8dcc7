import { randomBytes } from 'node:crypto';

import { ensureOfficialAccount } from './accounts/actions/site-accounts.ts';
import { type Config, readConfig } from './config.ts';
import { keepRestoreOut } from './kernel/keep-restore-out.ts';
import { readArguments } from './operations/commands/command.ts';
import { outsideWrites } from './operations/commands/outside-writes.ts';
import { castPassword } from './operations/seed/cast.ts';
import { communityDays } from './operations/seed/community.ts';
import { seedSite } from './operations/seed/seed-site.ts';
import { findUsers } from './people/store/users.ts';
import { openFiles } from './platform/files/open-files.ts';
import { createPool, type Pool } from './platform/postgres/database.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import { oneAtATime } from './platform/postgres/start-lock.ts';
import { openDataDir } from './platform/process/data-dir.ts';
import { runTool } from './platform/process/process-life.ts';
import { StartFailure } from './platform/process/start-failure.ts';

await runTool(async (life) => {
  const config = readConfig();
  const options = readOptions();
  openDataDir(config.dataDir);
  const database = await openDatabase(config, { say, shared: true });
  life.closeAtEnd(database);
  const db = createPool({
    connection: database.connection,
    size: 2,
    withoutTimeouts: true,
    onError: () => {},
  });
  life.closeAtEnd({ close: () => db.raw.end() });
  life.closeAtEnd({ close: await keepRestoreOut(db) });
  await migrate(db.raw);
  await seed(db, config, options);
  await life.end(0);
});

type Options = ReturnType<typeof readOptions>;

async function seed(db: Pool, config: Config, options: Options): Promise<void> {
  const start = performance.now();
  // The example password is public, so it is only used on the developer's own machine.
  const password = isOwnMachine(config.publicUrl) ? castPassword : randomBytes(12).toString('base64url');
  say(`Making ${options.users} users and ${options.posts} posts. This takes a minute or so…`);
  const result = await seedSite(db, {
    ...options,
    files: await openFiles(config),
    until: new Date(),
    officialUid: await officialUid(db, config),
    superAdminEmail: config.superAdminEmail,
    password,
  });
  switch (result.outcome) {
    case 'already seeded':
      return say('This site already has the example data.');
    case 'real people':
      throw new StartFailure(
        `This site has ${result.accounts} account(s) of real people. Pass --force to add the example data anyway.`,
      );
    case 'seeded': {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const { users, posts, likes, comments } = result;
      say(
        `Datos de ejemplo: ${users} users, ${posts} posts, ${likes} likes, ${comments} comments, in ${seconds} s.`,
      );
      say(`Sign in as lauti@hinchada.example with the password ${password}`);
    }
  }
}

// MAIN_USER may name an ordinary account; the seeded users follow only a real official account.
async function officialUid(db: Pool, config: Config): Promise<string | null> {
  const { writes } = outsideWrites(db);
  const ensure = () => ensureOfficialAccount(writes, config.mainUser, config.siteName);
  const uid = await oneAtATime(db.raw, ensure);
  const [user] = uid === null ? [] : await findUsers(db, [uid]);
  return user?.official ? user.uid : null;
}

function readOptions() {
  const { values } = readArguments(process.argv.slice(2), {
    words: [],
    options: {
      force: { type: 'boolean', default: false },
      users: { type: 'string', default: '2000' },
      posts: { type: 'string', default: '20000' },
      'timeline-days': { type: 'string', default: String(communityDays) },
    },
  });
  return {
    force: values.force,
    users: count('--users', values.users, 100, 1_000_000),
    posts: count('--posts', values.posts, 1, 10_000_000),
    timelineDays: count('--timeline-days', values['timeline-days'], 0, communityDays),
  };
}

function count(name: string, text: string, from: number, to: number): number {
  const value = /^\d{1,8}$/.test(text) ? Number(text) : -1;
  if (value < from || value > to) throw new StartFailure(`${name} must be a number from ${from} to ${to}.`);
  return value;
}

function isOwnMachine(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
