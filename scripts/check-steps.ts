import type { Step } from './steps.ts';

/** The static checks. */
export const checkSteps: Step[] = [
  // Its type-aware rules load every TypeScript project anyway: reported from there, type errors cost no second load.
  { name: 'types and lint', command: ['oxlint'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'], say: lastLine },
];

/** The last line that a step printed. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
