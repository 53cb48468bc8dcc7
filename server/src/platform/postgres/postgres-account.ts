import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { StartFailure } from '../process/start-failure.ts';

/** How PostgreSQL's programs are run, and whose its files must be. */
export type PostgresAccount = {
  /** What stands before the program and its arguments. */
  prefix: readonly string[];
  /** Given to `spawn`, when nothing before the program switches the user. */
  ids?: { uid: number; gid: number };
  /** Who owns the files; null when it is whoever runs this process. */
  owner: { uid: number; gid: number } | null;
};

/** PostgreSQL's children get no more of our environment than this. */
export const postgresEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/**
 * Finds a way to run PostgreSQL here: it refuses to run as root or as a user without a name, and it should end when
 * this process is killed.
 * @throws {StartFailure} when there is none
 */
export function findPostgresAccount(initdb: string): PostgresAccount {
  const account = candidates().find((candidate) => works(candidate, initdb));
  if (account) return account;
  throw new StartFailure(
    'PostgreSQL runs only as an ordinary user with a name, and this machine lets us become none:' +
      ' start as one, or set DATABASE_URL.',
  );
}

// INT is the fast, clean shutdown: sent by the kernel when the thread that started PostgreSQL ends.
const dieWithUs = ['setpriv', '--no-new-privs', '--pdeathsig', 'INT'];

function candidates(): PostgresAccount[] {
  const isRoot = process.getuid?.() === 0;
  const { uid, gid } = nobody();
  const namespace = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  const asNobody: PostgresAccount = { prefix: [...namespace, ...dieWithUs, '--'], owner: null };
  if (!isRoot) return [{ prefix: [...dieWithUs, '--'], owner: null }, { prefix: [], owner: null }, asNobody];
  const switchUser = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // The one right it keeps lets it reach its files below folders that are closed to others, such as /root; the
  // security bit makes access(2), too, know of that right.
  const right = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
  const bit = ['--securebits', '+no_setuid_fixup'];
  return [
    { prefix: [...dieWithUs, ...switchUser, ...right, ...bit, '--'], owner: { uid, gid } },
    { ...asNobody, owner: { uid: 0, gid: 0 } },
    { prefix: [], ids: { uid, gid }, owner: { uid, gid } },
  ];
}

// With --show it goes through all its checks and ends before it makes anything.
function works({ prefix, ids }: PostgresAccount, initdb: string): boolean {
  const [command, ...args] = [...prefix, initdb, '--show', '--pgdata', '/nonexistent'];
  return (
    spawnSync(command, args, { ...ids, env: postgresEnvironment, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function nobody(): { uid: number; gid: number } {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) };
}
