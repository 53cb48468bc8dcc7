import type { Step } from './steps.ts';

export const checkSteps: Step[] = [
  // Its type-aware rules load every TypeScript project anyway, so it also reports type errors. More memory
  // lets Go spend a quarter less time on garbage collection.
  { name: 'types and lint', command: ['oxlint'], env: { GOGC: '800', GOMEMLIMIT: '3GiB' } },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'], say: lastLine },
];

export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}
