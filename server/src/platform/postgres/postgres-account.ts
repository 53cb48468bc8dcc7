import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { StartFailure } from '../process/start-failure.ts';

export type PostgresAccount = {
  prefix: readonly string[];
  ids?: { uid: number; gid: number };
  owner: { uid: number; gid: number } | null;
};

export const postgresEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  // Else glibc gives back and takes again 0.3 MB in each large statement, which costs a page fault for each 4 KB.
  MALLOC_TOP_PAD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(2 * 1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
};

/**
 * PostgreSQL refuses to run as root or as a user without a name, and it should stop when this process is
 * killed.
 * @throws {StartFailure} when there is no way to run it
 */
export function findPostgresAccount(initdb: string): PostgresAccount {
  const account = candidates().find((candidate) => canRun(candidate, initdb));
  if (account) return account;
  throw new StartFailure(
    'PostgreSQL must run as an ordinary named user, and this machine does not allow switching to one:' +
      ' start as one, or set DATABASE_URL.',
  );
}

// When the thread that started PostgreSQL ends, the kernel sends it INT: the fast, clean shutdown.
const dieWithParent = ['setpriv', '--no-new-privs', '--pdeathsig', 'INT'];

function candidates(): PostgresAccount[] {
  const isRoot = process.getuid?.() === 0;
  const { uid, gid } = nobody();
  const namespace = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  const asNobody: PostgresAccount = { prefix: [...namespace, ...dieWithParent, '--'], owner: null };
  if (!isRoot)
    return [{ prefix: [...dieWithParent, '--'], owner: null }, { prefix: [], owner: null }, asNobody];
  const switchUser = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // The one remaining capability lets it reach its files below folders that are closed to others, such as
  // /root; the securebit makes access(2) respect that capability.
  const capability = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
  const secureBit = ['--securebits', '+no_setuid_fixup'];
  return [
    { prefix: [...dieWithParent, ...switchUser, ...capability, ...secureBit, '--'], owner: { uid, gid } },
    { ...asNobody, owner: { uid: 0, gid: 0 } },
    { prefix: [], ids: { uid, gid }, owner: { uid, gid } },
  ];
}

// With --show, initdb runs all its checks and creates nothing.
function canRun({ prefix, ids }: PostgresAccount, initdb: string): boolean {
  const [command, ...args] = [...prefix, initdb, '--show', '--pgdata', '/nonexistent'];
  return (
    spawnSync(command, args, { ...ids, env: postgresEnvironment, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function nobody(): { uid: number; gid: number } {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) };
}
