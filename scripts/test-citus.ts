// Runs the database tests on a Citus cluster, and the tests that need one: `npm run test:citus`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runSteps, seconds } from './steps.ts';
import { vitestStep } from './vitest-step.ts';

const start = performance.now();
process.exitCode = process.env['TEST_CITUS_URL'] ? await test() : refuse();

async function test(): Promise<number> {
  const reports = mkdtempSync(join(tmpdir(), 'tablon-citus-'));
  try {
    const { passed, failed } = await runSteps(
      ['citus', 'database'].map((name) =>
        vitestStep({ name: `${name} on Citus`, project: name, report: join(reports, `${name}.json`) }),
      ),
    );
    console.log(`\n  in ${seconds(start)}\n\n${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

function refuse(): number {
  console.error(
    '\nNOTHING WAS TESTED ON CITUS. TEST_CITUS_URL has to name a database on the coordinator of a cluster with two' +
      ' workers or more, which this run may crash (docs/scaling.md).',
  );
  return 1;
}
