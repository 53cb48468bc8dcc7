import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { StartFailure } from '../process/start-failure.ts';

/**
 * Clears what a PostgreSQL without its Node left behind: a server that still runs is shut down, and the files that
 * would keep the next one from starting are removed. Only for who holds the data folder's lock.
 *
 * PostgreSQL itself believes the process number in `postmaster.pid`, also when it is a zombie's or another
 * program's by now; here the processes that work in its folder decide.
 */
export async function clearLeftovers(cluster: string, socketFolder: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  if (process.platform !== 'linux') return;
  await stopAll(cluster, Number(readFileSync(pidFile, 'utf8').split('\n')[0]));
  rmSync(pidFile, { force: true });
  for (const name of readdirSync(socketFolder)) rmSync(join(socketFolder, name), { force: true });
}

const second = 1_000;

async function stopAll(cluster: string, postmaster: number): Promise<void> {
  const folder = realpathSync(cluster);
  const steps = [
    { signal: 'SIGINT', patience: 10 * second },
    { signal: 'SIGQUIT', patience: 5 * second },
    { signal: 'SIGKILL', patience: 5 * second },
  ] as const;
  for (const { signal, patience } of steps) {
    const running = processesIn(folder);
    // Without their postmaster the others end by themselves, and a signal to one of them means something else.
    const targets = signal === 'SIGKILL' ? running : running.filter((pid) => pid === postmaster);
    for (const pid of targets) sendSignal(pid, signal);
    if (await untilNone(folder, patience)) return;
  }
  throw new StartFailure(
    `An earlier PostgreSQL of ${cluster} does not end: ${processesIn(folder).join(', ')}.`,
  );
}

async function untilNone(folder: string, patience: number): Promise<boolean> {
  for (const end = performance.now() + patience; performance.now() < end; await wait(20)) {
    if (processesIn(folder).length === 0) return true;
  }
  return false;
}

/** The processes that work in a folder, as PostgreSQL's do in theirs. A zombie works nowhere. */
export function processesIn(folder: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => workingFolder(pid) === folder).map(Number);
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has ended, or is another user's.
    return null;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
