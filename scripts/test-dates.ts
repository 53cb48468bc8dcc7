// Runs the tests at other dates and in other time zones: `npm run test:dates`, or `… -- 2028` for one run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { dateRuns } from './dates/date-runs.ts';
import { ShiftedClock } from './dates/shifted-clock.ts';
import { runSteps, seconds, type Step } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

const [wanted = ''] = process.argv.slice(2);
const start = performance.now();
const runs = dateRuns.filter(({ name }) => name.includes(wanted));
if (runs.length === 0) {
  console.error(`No run is called '${wanted}'; there are ${dateRuns.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 1;
} else {
  process.exitCode = await test();
}

async function test(): Promise<number> {
  const reports = mkdtempSync(join(tmpdir(), 'tablon-dates-'));
  let clock: ShiftedClock | undefined;
  try {
    clock = new ShiftedClock();
    const { passed, failed } = await runSteps(stepsUnder(clock, reports));
    const verdict = failed === 0 ? 'every date holds' : 'A DATE BREAKS IT';
    console.log(`\n  in ${seconds(start)}: ${verdict}\n\n${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } catch (error) {
    console.error(`\nNO DATE WAS TESTED. ${(error as Error).message}`);
    return 1;
  } finally {
    clock?.remove();
    rmSync(reports, { recursive: true, force: true });
  }
}

function stepsUnder(clock: ShiftedClock, reports: string): Step[] {
  return runs.flatMap(({ name, zone, at }, i) =>
    ['unit*', 'database', 'life'].map((project) =>
      vitestStep({
        name: `${name}, ${zone}: ${project}`,
        project,
        report: join(reports, `${i}-${project}.json`),
        // Computed at the start of the step: earlier runs may last beyond the end of a year.
        env: () => clock.environment(Math.round((at(new Date()).getTime() - Date.now()) / 1000), zone),
      }),
    ),
  );
}
