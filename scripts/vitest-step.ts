import { existsSync, readFileSync } from 'node:fs';

import type { Step } from './steps.ts';

type Run = {
  name: string;
  /** All but 'citus' if missing. */
  project?: string;
  report: string;
  env?: Step['env'];
};

/** A run of vitest as a step; it counts tests by the JSON report in `report`. */
export function vitestStep({ name, project = '!citus', report, env }: Run): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    command: ['vitest', 'run', '--project', project, ...reporters],
    env,
    count: () => {
      const { numPassedTests = 0, numFailedTests = 0 } = readReport<{
        numPassedTests: number;
        numFailedTests: number;
      }>(report);
      return { passed: numPassedTests, failed: numFailedTests };
    },
    say: seeds,
  };
}

// Random tests print their seeds, so that a run can be repeated, also elsewhere.
function seeds(output: string): string {
  const found = new Set([...output.matchAll(/\bseed (\d+)/g)].map(([, seed]) => seed));
  return found.size === 0 ? '' : `seeds ${[...found].join(', ')}`;
}

/** A runner's report; empty when it crashed before writing one. */
export function readReport<T>(path: string): Partial<T> {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : {};
}
