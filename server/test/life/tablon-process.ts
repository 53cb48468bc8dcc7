import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { startEnvironment } from './server-process.ts';

const programs = join(import.meta.dirname, '../../dist');

export type RunResult = { code: number | null; output: string; complaint: string };

export class ToolProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown[]>;
  #output = '';
  #complaint = '';

  constructor(main: string, args: readonly string[], env: Record<string, string>) {
    this.#child = spawn(process.execPath, [join(programs, main), ...args], {
      env: { ...startEnvironment, DATABASE_URL: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#complaint += chunk.toString()));
    this.#exit = once(this.#child, 'close');
  }

  /** The standard output so far. */
  get output(): string {
    return this.#output;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async ended(): Promise<RunResult> {
    const [code] = (await this.#exit) as [number | null];
    return { code, output: this.#output, complaint: this.#complaint };
  }
}

export function runTablon(args: readonly string[], env: Record<string, string>): Promise<RunResult> {
  return new ToolProcess('tablon-main.js', args, env).ended();
}

export function runSeed(args: readonly string[], env: Record<string, string>): Promise<RunResult> {
  return new ToolProcess('seed-main.js', args, env).ended();
}
