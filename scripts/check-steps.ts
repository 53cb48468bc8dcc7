import type { Step } from './steps.ts';

/** What can be said of the sources without running them. */
export const checkSteps: Step[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types (page)', command: ['tsc', '-p', 'web/tsconfig.json'] },
  { name: 'types (e2e)', command: ['tsc', '-p', 'e2e/tsconfig.json'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'], say: lastLine },
];

/** The last line that a step printed. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
