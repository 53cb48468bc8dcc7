import { readdirSync, readFileSync } from 'node:fs';

/** CPU milliseconds or bytes of Node and PostgreSQL. */
export type Halves = { node: number; postgres: number };

// Linux reports CPU time in hundredths of a second (USER_HZ).
const tickMs = 10;

/** Milliseconds so far, of a server and the PostgreSQL that it started. */
export function cpuOf(serverPid: number): Halves {
  return halves(serverPid, ({ ownMs, endedMs }, isServer) => ownMs + (isServer ? 0 : endedMs));
}

export function cpuOfProcess(pid: number): number {
  return readProcess(pid)?.ownMs ?? 0;
}

/**
 * Bytes, with shared memory counted once (PSS, or resident memory where PSS is not permitted). Of `guests`,
 * the PostgreSQL backends of other clients, only shared memory counts.
 */
export function memoryOf(serverPid: number, guests: ReadonlySet<number> = new Set()): Halves {
  return halves(serverPid, ({ pid }) => {
    const { bytes, ownBytes } = memoryOfProcess(pid);
    return guests.has(pid) ? bytes - ownBytes : bytes;
  });
}

type Process = { pid: number; name: string; parent: number; ownMs: number; endedMs: number };

function halves(serverPid: number, measure: (process: Process, isServer: boolean) => number): Halves {
  const sum = { node: 0, postgres: 0 };
  const tree = treeOf(serverPid);
  const server = tree.find(({ pid }) => pid === serverPid);
  for (const process of tree) {
    // With PROCESSES, the server is a parent and its workers.
    const isServer = process.name === server?.name;
    sum[isServer ? 'node' : 'postgres'] += measure(process, isServer);
  }
  return sum;
}

function treeOf(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

// proc(5): after the name in brackets come state, parent … utime (14), stime (15), cutime, cstime (17).
function readProcess(pid: number): Process | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  return {
    pid,
    name,
    parent: field(4),
    ownMs: cpuOfThreads(pid) ?? (field(14) + field(15)) * tickMs,
    endedMs: (field(16) + field(17)) * tickMs,
  };
}

// Nanoseconds: processes that use a few milliseconds each would vanish between ticks. Threads that ended are
// not counted, but these programs have none.
function cpuOfThreads(pid: number): number | null {
  let sum = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    // The kernel keeps no such statistics, or the process has ended.
    return null;
  }
  return sum / 1e6;
}

function memoryOfProcess(pid: number): { bytes: number; ownBytes: number } {
  const rollup = readOrNull(`/proc/${pid}/smaps_rollup`) ?? '';
  const status = rollup === '' ? (readOrNull(`/proc/${pid}/status`) ?? '') : '';
  return rollup === ''
    ? { bytes: bytesIn(status, 'VmRSS'), ownBytes: bytesIn(status, 'RssAnon') }
    : {
        bytes: bytesIn(rollup, 'Pss'),
        ownBytes: bytesIn(rollup, 'Private_Clean') + bytesIn(rollup, 'Private_Dirty'),
      };
}

function bytesIn(text: string, name: string): number {
  return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // The process has ended, or belongs to another user.
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
