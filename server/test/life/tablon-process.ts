import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { startEnvironment } from './server-process.ts';

const programs = join(import.meta.dirname, '../../dist');

export type RunResult = { code: number | null; output: string; complaint: string };

export function runTablon(args: readonly string[], env: Record<string, string>): Promise<RunResult> {
  return run('tablon-main.js', args, env);
}

export function runSeed(args: readonly string[], env: Record<string, string>): Promise<RunResult> {
  return run('seed-main.js', args, env);
}

async function run(main: string, args: readonly string[], env: Record<string, string>): Promise<RunResult> {
  const child = spawn(process.execPath, [join(programs, main), ...args], {
    env: { ...startEnvironment, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, complaint };
}
