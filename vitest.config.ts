import { globSync, readFileSync } from 'node:fs';

import { defineConfig } from 'vitest/config';

const all = '{contract,server,web,bench,scripts}/**/*.test.{ts,tsx}';

// What asks for a database gets one of its own, on a PostgreSQL that is started once.
const database = globSync('{server,bench}/**/*.test.ts').filter(
  (path) => /\bcloneDatabase\b/.test(readFileSync(path, 'utf8')) && !path.startsWith('server/test/citus/'),
);
const daysAhead = Number(process.env['TEST_DAYS_AHEAD'] ?? 0);
// A test that writes a date down (in ISO form, by its parts, as HTTP does, or in milliseconds) must hold at any date:
// `npm test` runs it ahead of the machine's date, and the others at that date (docs/decisions/0032-shifted-clocks.md).
const fixedDate = /\b20\d\d-\d\d-\d\d|Date\.UTC|\b[A-Z][a-z]{2} 20\d\d\b|\b1_[67]\d\d_\d{3}_\d{3}\b/;
const datesWanted = process.env['TEST_WRITTEN_DATES'] ?? (daysAhead === 0 ? 'any' : 'only');
const atThatDate = (path: string) =>
  datesWanted === 'any' || fixedDate.test(readFileSync(path, 'utf8')) === (datesWanted === 'only');

// They need a Citus cluster: `npm run test:citus`.
const citus = globSync('server/test/citus/*.test.ts');

// What stands beside the database tests and needs none starts the server as a process of its own.
const life = globSync('server/test/life/*.test.ts');
const unit = globSync(all, { exclude: ['**/node_modules'] }).filter(
  (path) => ![...database, ...life, ...citus].includes(path),
);

const common = {
  testTimeout: 20_000,
  hookTimeout: 60_000,
  // More than cores: tests wait for the database, for processes to start and for hosts that hang.
  maxWorkers: 3,
  // Test files share what they import: nothing of it is replaced by mocks, and loading it for each file took a third.
  isolate: false,
  setupFiles: daysAhead === 0 ? [] : ['server/test/clock/date-ahead.ts'],
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: unit.filter(atThatDate),
        },
      },
      {
        test: {
          ...common,
          name: 'database',
          include: database.filter(atThatDate),
          // A busy machine does the same ten times slower.
          testTimeout: 60_000,
          globalSetup: 'server/test/global-setup.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'citus',
          include: citus,
          // A crash concerns everybody on the cluster.
          maxWorkers: 1,
          // Vitest wants projects with another number of workers in another group.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          globalSetup: 'server/test/global-setup.ts',
        },
      },
      { test: { ...common, name: 'life', include: life, testTimeout: 60_000 } },
    ],
  },
});
