import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { StartFailure } from '../process/start-failure.ts';

/**
 * Cleans up after a PostgreSQL whose Node was killed: shuts down a server that still runs, and removes files
 * that would keep the next one from starting. The caller must hold the data folder's lock. The process id in
 * `postmaster.pid` may by now belong to a zombie or another program, so the processes whose working folder is
 * the cluster decide.
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
    { signal: 'SIGINT', patienceMs: 10 * second },
    { signal: 'SIGQUIT', patienceMs: 5 * second },
    { signal: 'SIGKILL', patienceMs: 5 * second },
  ] as const;
  for (const { signal, patienceMs } of steps) {
    const running = processesIn(folder);
    // Without the postmaster the others exit by themselves, and the signals mean something else to them.
    const targets = signal === 'SIGKILL' ? running : running.filter((pid) => pid === postmaster);
    for (const pid of targets) sendSignal(pid, signal);
    if (await waitUntilNone(folder, patienceMs)) return;
  }
  throw new StartFailure(
    `An earlier PostgreSQL in ${cluster} cannot be stopped: process ${processesIn(folder).join(', ')}.`,
  );
}

async function waitUntilNone(folder: string, patienceMs: number): Promise<boolean> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await wait(20)) {
    if (processesIn(folder).length === 0) return true;
  }
  return false;
}

/** A zombie has no working folder. */
export function processesIn(folder: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => workingFolder(pid) === folder).map(Number);
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // The process has exited, or belongs to another user.
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
