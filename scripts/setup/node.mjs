import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** What these scripts themselves need. */
export const oldestNode = 20;
/** What the product runs on: the packages bring it. */
export const pinnedMajor = 24;

/** The Node to hand over to: the packages' own, else the running one when it is new enough. */
export function findNode() {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const pinned = resolve('node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(pinned)) return pinned;
  return major(process.version) >= pinnedMajor ? process.execPath : undefined;
}

/** 24 of 'v24.1.0'. */
export function major(version) {
  return Number(version.replace('v', '').split('.')[0]);
}
