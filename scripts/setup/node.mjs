import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The oldest Node that these scripts support. */
export const oldestNode = 20;
/** Comes with the packages. */
export const pinnedMajor = 24;

/**
 * V8 lets its space for new objects grow to 128 MB on a machine with much memory. Requests wait while it is
 * collected: with 16 MB per half that takes less time each, and comes more often
 * (docs/decisions/0079-short-waits-for-garbage.md). The rest of the heap it would collect only when that has
 * grown to four times its size (docs/decisions/0064-memory-and-start.md). Four threads would mark it, and on two
 * cores requests would wait for them: there is one (docs/decisions/0060-posts-of-one-moment.md).
 */
export const serverOptions = ['--max-semi-space-size=16', '--heap-growing-percent=35', '--v8-pool-size=1'];

/** The Node in the packages, or the running one if it is new enough. */
export function findNode() {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const pinned = resolve('node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  return major(process.version) >= pinnedMajor ? process.execPath : undefined;
}

/** 24 for 'v24.1.0'. */
export function major(version) {
  return Number(version.replace('v', '').split('.')[0]);
}
