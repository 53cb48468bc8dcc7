import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

import { StartFailure } from './start-failure.ts';

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
 * Finds a way to run PostgreSQL here: it refuses to run as root, and it should end when this process is killed.
 * @param program any of its programs, tried with `--version`
 * @throws {StartFailure} when root has no way to leave its rights
 */
export function findPostgresAccount(program: string): PostgresAccount {
  if (process.platform === 'win32') return { prefix: [], owner: null };
  const account = candidates().find((candidate) => works(candidate, program));
  if (account) return account;
  throw new StartFailure(
    'PostgreSQL does not run as root, and this machine lets root neither switch to another user nor make a user' +
      ' namespace: start as an ordinary user, or set DATABASE_URL.',
  );
}

// INT is the fast, clean shutdown: sent by the kernel when the thread that started PostgreSQL ends.
const dieWithUs = ['setpriv', '--no-new-privs', '--pdeathsig', 'INT'];

function candidates(): PostgresAccount[] {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && hasName()) {
    return [
      { prefix: [...dieWithUs, '--'], owner: null },
      { prefix: [], owner: null },
    ];
  }
  const { uid, gid } = nobody();
  const asNobody = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  // initdb refuses a user without a name, such as a container started with any number: it gets one.
  const renamed: PostgresAccount = { prefix: [...asNobody, ...dieWithUs, '--'], owner: null };
  if (!isRoot) return [renamed, { prefix: [], owner: null }];
  // The one right it keeps lets it reach its files below folders that are closed to others, such as /root.
  const right = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
  const switchUser = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return [
    { prefix: [...dieWithUs, ...switchUser, ...right, '--'], owner: { uid, gid } },
    { ...renamed, owner: { uid: 0, gid: 0 } },
    { prefix: [], ids: { uid, gid }, owner: { uid, gid } },
  ];
}

function works({ prefix, ids }: PostgresAccount, program: string): boolean {
  const [command, ...args] = [...prefix, program, '--version'];
  return (
    spawnSync(command, args, { ...ids, env: postgresEnvironment, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function nobody(): { uid: number; gid: number } {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) };
}
