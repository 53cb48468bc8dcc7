import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';

const all = '{contract,server,web,bench,scripts}/**/*.test.{ts,tsx}';

// Each of these files gets its own database, on a PostgreSQL that is started once.
const database = globSync('{server,bench}/**/*.test.ts').filter(
  (path) => /\bcloneDatabase\b/.test(readFileSync(path, 'utf8')) && !path.startsWith('server/test/citus/'),
);
// A test with a literal date (in ISO form, by its parts, as in HTTP, or in milliseconds) must pass at any
// date: `npm test` runs it ahead of the machine's date (docs/decisions/0032-shifted-clocks.md).
const literalDate = /\b20\d\d-\d\d-\d\d|Date\.UTC|\b[A-Z][a-z]{2} 20\d\d\b|\b1_[67]\d\d_\d{3}_\d{3}\b/;
const runsAhead = process.env['TEST_WRITTEN_DATES'] === 'ahead';
const daysAhead = 400;

const citus = globSync('server/test/citus/*.test.ts');

// These start the server as a process of its own.
const life = globSync('server/test/life/*.test.ts');
const others = globSync(all, { exclude: ['**/node_modules'] }).filter(
  (path) => ![...database, ...life, ...citus].includes(path),
);
// A separate project: a worker ends when the next file needs another environment.
const inPage = others.filter((path) => readFileSync(path, 'utf8').startsWith('// @vitest-environment'));
const unit = others.filter((path) => !inPage.includes(path));

const workers = Math.min(availableParallelism() + 2, 6);

const common = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  // More than cores: tests wait for the database, for processes to start and for hosts that hang.
  maxWorkers: workers,
  // Test files without a page can share modules: few mock any, and those reset them. Loading per file took a
  // third of the time.
  isolate: false,
};

const unitTests = { ...common, name: 'unit', include: unit };
const pageTests = {
  ...common,
  name: 'unit in a page',
  include: inPage,
  setupFiles: ['web/src/test-setup.ts'],
  // The page and the module state that a file leaves behind changed the outcome of later files. It takes 22
  // seconds more.
  isolate: true,
};
const databaseTests = {
  ...common,
  // `globalSetup` reads it.
  env: {},
  name: 'database',
  include: database,
  // A busy machine can be ten times slower.
  testTimeout: 60_000,
  globalSetup: 'server/test/global-setup.ts',
};

type Tests = { name: string; include: string[]; setupFiles?: string[] };

function byDate<T extends Tests>(tests: T): { test: T }[] {
  if (!runsAhead) return [{ test: tests }];
  const { include, name, setupFiles = [] } = tests;
  const dated = new Set(include.filter((path) => literalDate.test(readFileSync(path, 'utf8'))));
  const ahead = {
    // Vitest runs projects by name: these small files come last and fill the cores.
    name: `+${daysAhead} days: ${name}`,
    include: [...dated],
    env: { TEST_DAYS_AHEAD: String(daysAhead) },
    setupFiles: [...setupFiles, 'server/test/clock/date-ahead.ts'],
  };
  return [
    { test: { ...tests, include: include.filter((path) => !dated.has(path)) } },
    { test: { ...tests, ...ahead } },
  ];
}

export default defineConfig({
  test: {
    projects: [
      ...[unitTests, pageTests, databaseTests].flatMap(byDate),
      {
        test: {
          ...common,
          name: 'life',
          include: life,
          testTimeout: 60_000,
          globalSetup: 'server/test/life/build-programs.ts',
        },
      },
      {
        test: {
          ...databaseTests,
          name: 'citus',
          include: citus,
          // A crash affects all tests on the cluster.
          maxWorkers: 1,
          // Vitest requires a separate group for projects with another number of workers.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
