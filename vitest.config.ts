import { globSync, readFileSync } from 'node:fs';

import { defineConfig } from 'vitest/config';

// What asks for a database is a database test: it runs on real PostgreSQL, started once.
const databaseTests = globSync('{server,bench}/**/*.test.ts').filter((path) =>
  /from '[./]+\/(?:test\/)?database\.ts'/.test(readFileSync(path, 'utf8')),
);
const processTests = globSync('server/test/**/*.test.ts').filter((path) => !databaseTests.includes(path));

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,server,web,bench,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...databaseTests, ...processTests],
        },
      },
    ],
  },
});
