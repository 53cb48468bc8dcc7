import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { build } from '../../scripts/setup/builds.mjs';

async function run(program: string, args: string[]): Promise<number> {
  const [code] = (await once(spawn(program, args, { stdio: 'inherit' }), 'exit')) as [number | null];
  return code ?? 1;
}

/** Builds what is missing or older than its sources: tests start what `npm start` starts. */
export async function buildIfStale(names: ('page' | 'server')[]): Promise<void> {
  if (!(await build({ run }, process.execPath, names))) throw new Error('The build failed.');
}
