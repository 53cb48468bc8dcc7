import { existsSync, readFileSync } from 'node:fs';

import { namesOf, type Step } from './steps.ts';

type Run = {
  name: string;
  /** By default all but 'citus'. */
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

/** `report` is the path of a JSON report, from which tests are counted. */
export function vitestStep({ name, project = '!citus', report, env }: Run): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    // A busy machine can starve a test. The verdict names the tests that needed a retry.
    command: ['vitest', 'run', '--retry=1', '--project', project, ...reporters],
    env,
    count: () => {
      const { numPassedTests = 0, numFailedTests = 0 } = readReport<Report>(report);
      return { passed: numPassedTests, failed: numFailedTests };
    },
    say: (output) => {
      const tests = readReport<Report>(report);
      const names = namesOf({ failed: failuresOf(tests, 'failed'), flaky: failuresOf(tests, 'passed') });
      return [seeds(output), names].filter(Boolean).join('; ');
    },
  };
}

/** With the failure of the first try, which a test that passed in the end also has. */
function failuresOf({ testResults = [] }: Partial<Report>, verdict: 'passed' | 'failed'): string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === verdict && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [failure = ''] }) => `${fullName} (${failure.split('\n')[0]})`);
}

// Random tests print their seeds, so that a run can be repeated.
function seeds(output: string): string {
  const numbers = new Set([...output.matchAll(/\bseed (\d+)/g)].map(([, seed]) => seed));
  return numbers.size === 0 ? '' : `seeds ${[...numbers].join(', ')}`;
}

/** Empty when the runner crashed before it wrote a report. */
export function readReport<T>(path: string): Partial<T> {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : {};
}
