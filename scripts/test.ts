import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkSteps, lastLine } from './check-steps.ts';
import { namesOf, runSteps, seconds, type Counts, type Step } from './steps.ts';
import { readReport, vitestStep } from './vitest-step.ts';

const start = performance.now();
const reports = mkdtempSync(join(tmpdir(), 'tablon-reports-'));
const report = (name: string) => join(reports, `${name}.json`);

const steps: (Step | Step[])[] = [
  checkSteps,
  { name: 'build', command: ['node', 'bootstrap.mjs', 'build'], fault: warnings, say: lastLine },
  { name: 'bundle budget', command: ['node', 'scripts/check-bundle.ts'], say: lastLine },
  // In one run: while some tests wait for time-outs or processes, others use the cores.
  vitestStep({
    name: 'unit, database, life',
    report: report('tests'),
    env: { TEST_WRITTEN_DATES: 'ahead' },
  }),
  {
    name: 'browser',
    command: ['playwright', 'test'],
    env: { E2E_REPORT: report('browser') },
    count: () => playwrightCounts(report('browser')),
    say: (output) => {
      const names = namesOf({ failed: journeys(output, 'failed'), flaky: journeys(output, 'flaky') });
      return [names, skipNote(report('browser'))].filter(Boolean).join('; ');
    },
  },
  { name: 'lighthouse', command: ['node', 'e2e/lighthouse.ts'], say: lastLine },
];

try {
  const { passed, failed } = await runSteps(steps);
  console.log(`\n  in ${seconds(start)}\n\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}

// Users would see these warnings at the first start, and can do nothing about them.
function warnings(output: string): string {
  return /\[[A-Z]+(?:_[A-Z]+)+\]|\b[Ww]arn/.test(output) ? 'it warns' : '';
}

type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } };

function playwrightCounts(path: string): Counts {
  const { stats } = readReport<PlaywrightReport>(path);
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 };
}

function journeys(output: string, verdict: 'failed' | 'flaky'): string[] {
  const [, names = ''] = new RegExp(`^ +\\d+ ${verdict}\n((?: {4}.*\n)+)`, 'm').exec(output) ?? [];
  return [...names.matchAll(/^ {4}(.*?)[ ─]*$/gm)].map(([, name = '']) => name);
}

function skipNote(path: string): string {
  const count = readReport<PlaywrightReport>(path).stats?.skipped ?? 0;
  return count > 0 ? `${count} SKIPPED: they need a whole Chromium, and none is installed` : '';
}
