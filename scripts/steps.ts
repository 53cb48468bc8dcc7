import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

export type Counts = { passed: number; failed: number };

export type Step = {
  name: string;
  /** The program and its arguments; `node` is the Node that runs this. */
  command: string[];
  /** Added to our own environment; a function is asked when the step starts. */
  env?: Record<string, string> | (() => Record<string, string>);
  /** What the step counted, once it is over. Steps without it count nothing unless they fail. */
  count?: () => Counts;
  /** What is wrong with what it printed, though it ended well; empty when nothing is. */
  fault?: (output: string) => string;
  /** Words for the step's line, made from what it printed. */
  say?: (output: string) => string;
};

/** Runs the steps one after the other, also past a failure; prints a line for each, and the output of what failed. */
export async function runSteps(steps: Step[]): Promise<Counts> {
  const sum: Counts = { passed: 0, failed: 0 };
  endStepsBySignals();
  const width = Math.max(15, ...steps.map(({ name }) => name.length + 2));
  for (const step of steps) {
    process.stdout.write(`  ${step.name.padEnd(width)}`);
    const start = performance.now();
    const { endedWell, output } = await run(step);
    if (interrupted) return { ...sum, failed: sum.failed + 1 };
    const fault = endedWell ? (step.fault?.(output) ?? '') : '';
    const ok = endedWell && fault === '';
    const counts = countOf(step, ok);
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    const numbers = step.count ? `${counts.passed} passed, ${counts.failed} failed` : '';
    const words = [numbers, fault, step.say?.(output)].filter(Boolean).join('; ');
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${seconds(start).padStart(7)}  ${words}`.trimEnd());
    if (!ok) console.log(`\n${output.trim()}\n`);
  }
  return sum;
}

/** Seconds since `start` (a `performance.now()`), for people: '1.4 s'. */
export function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

// A step that failed without one failed test of its own still counts as a failure.
function countOf(step: Step, ok: boolean): Counts {
  const counts = step.count?.() ?? { passed: 0, failed: 0 };
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

async function run({ command, env }: Step): Promise<{ endedWell: boolean; output: string }> {
  const [program = '', ...args] = command;
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: root,
    env: {
      ...process.env,
      ...(typeof env === 'function' ? env() : env),
      PATH: programFolders(),
      FORCE_COLOR: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program !== 'node',
    // Out of reach of the terminal's own Ctrl+C: the runners take a second one as a reason not to tidy up.
    detached: process.platform !== 'win32',
  });
  running = child;
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.on('error', (error) => (output += String(error)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { endedWell: code === 0, output };
}

let running: ChildProcess | undefined;
let interrupted = false;

/** Lets the step that runs tidy up and end, once, when we are told to or when who started us is gone. */
function endStepsBySignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) {
    process.on(signal, () => {
      if (!interrupted) running?.kill('SIGINT');
      interrupted = true;
    });
  }
  // Listening for the end of the channel must not keep us alive.
  process.channel?.unref();
}

// The pinned Node first: the tools' own scripts begin with `#!/usr/bin/env node`.
function programFolders(): string {
  const folders = [join(process.execPath, '..'), join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''];
  return folders.filter((folder) => existsSync(folder) || folder.includes(delimiter)).join(delimiter);
}
