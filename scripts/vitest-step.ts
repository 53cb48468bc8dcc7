import { existsSync, readFileSync } from 'node:fs';

import { secondTries, type Step } from './steps.ts';

type Run = {
  name: string;
  /** All but 'citus' if missing. */
  project?: string;
  report: string;
  env?: Step['env'];
};

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/** A run of vitest as a step; it counts tests by the JSON report in `report`. */
export function vitestStep({ name, project = '!citus', report, env }: Run): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    // A machine that others use starves a test of time now and then. The verdict names those that needed it.
    command: ['vitest', 'run', '--retry=1', '--project', project, ...reporters],
    env,
    count: () => {
      const { numPassedTests = 0, numFailedTests = 0 } = readReport<Report>(report);
      return { passed: numPassedTests, failed: numFailedTests };
    },
    say: (output) =>
      [seeds(output), secondTries(retried(readReport<Report>(report)))].filter(Boolean).join('; '),
  };
}

/** Tests that passed on their second try, with the failure of the first. */
function retried({ testResults = [] }: Partial<Report>): string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [failure = ''] }) => `${fullName} (${failure.split('\n')[0]})`);
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
