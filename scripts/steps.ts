import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

export type Counts = { passed: number; failed: number };

export type Step = {
  name: string;
  /** `node` means the running Node. */
  command: string[];
  /** A function is called when the step starts. */
  env?: Record<string, string> | (() => Record<string, string>);
  /** Called when the step has ended. Without it, a step counts nothing unless it fails. */
  count?: () => Counts;
  /** A fault in the output of a step that exited with 0; '' for none. */
  fault?: (output: string) => string;
  /** A summary of the output for the step's line. */
  say?: (output: string) => string;
};

/**
 * Continues after a failure, and repeats the lines of failed steps at the end. The steps of an inner list run
 * side by side.
 */
export async function runSteps(steps: readonly (Step | readonly Step[])[]): Promise<Counts> {
  const sum: Counts = { passed: 0, failed: 0 };
  const failures: string[] = [];
  endStepsBySignals();
  const width = Math.max(15, ...steps.flat().map(({ name }) => name.length + 2));
  for (const group of steps.map((step) => [step].flat())) {
    const runs = group.map((step) => ({ step, end: run(step) }));
    for (const { step, end } of runs) {
      process.stdout.write(`  ${step.name.padEnd(width)}`);
      const { endedWell, output, took } = await end;
      if (interrupted) return { ...sum, failed: sum.failed + 1 };
      const fault = endedWell ? (step.fault?.(output) ?? '') : '';
      const ok = endedWell && fault === '';
      const counts = countOf(step, ok);
      sum.passed += counts.passed;
      sum.failed += counts.failed;
      const numbers = step.count ? `${counts.passed} passed, ${counts.failed} failed` : '';
      const words = [numbers, fault, step.say?.(output)].filter(Boolean).join('; ');
      console.log(`${ok ? 'ok    ' : 'FAILED'}  ${took.padStart(7)}  ${words}`.trimEnd());
      if (ok) continue;
      console.log(`\n${output.trim()}\n`);
      failures.push(`  ${step.name.padEnd(width)}FAILED  ${words}`.trimEnd());
    }
  }
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
  return sum;
}

/** Repeatedly flaky tests are a fault too. */
export function namesOf(tests: { failed: readonly string[]; flaky: readonly string[] }): string {
  const { failed, flaky } = tests;
  return [
    failed.length > 0 && `failed: ${failed.join(', ')}`,
    flaky.length > 0 && `at the second try: ${flaky.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** '1.4 s'; `start` is a `performance.now()`. */
export function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

// A failed step without failed tests still counts as a failure.
function countOf(step: Step, ok: boolean): Counts {
  const counts = step.count?.() ?? { passed: 0, failed: 0 };
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

async function run({ command, env }: Step): Promise<{ endedWell: boolean; output: string; took: string }> {
  const start = performance.now();
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
    // In its own process group: for runners, a second Ctrl+C from the terminal means to skip their clean-up.
    detached: process.platform !== 'win32',
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.on('error', (error) => (output += String(error)));
  const [code] = (await once(child, 'close')) as [number | null];
  running.delete(child);
  return { endedWell: code === 0, output, took: seconds(start) };
}

const running = new Set<ChildProcess>();
let interrupted = false;

/** On a signal, or when the parent process ends, lets the running steps clean up and exit. */
function endStepsBySignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) {
    process.on(signal, () => {
      if (!interrupted) for (const child of running) child.kill('SIGINT');
      interrupted = true;
    });
  }
  // The 'disconnect' listener must not keep this process alive.
  process.channel?.unref();
}

// The pinned Node first: the tools' own scripts begin with `#!/usr/bin/env node`.
function programFolders(): string {
  const folders = [join(process.execPath, '..'), join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''];
  return folders.filter((folder) => existsSync(folder) || folder.includes(delimiter)).join(delimiter);
}
