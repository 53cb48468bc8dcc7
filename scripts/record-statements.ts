import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { namedStatements } from '../server/src/platform/postgres/database.ts';
import { availableMigrations } from '../server/src/platform/postgres/migrate.ts';
import { root } from './steps.ts';

// Records this version's statements and migrations for the migration tests of the next version.
const stores = globSync('server/src/**/store/**/*.ts', { cwd: root }).filter(
  (name) => !name.endsWith('.test.ts'),
);
for (const name of stores) await import(join(root, name));
const statements = namedStatements().toSorted((a, b) => (a.name < b.name ? -1 : 1));
const version = { migrations: await availableMigrations(), statements };
const path = join(root, 'server/test/fixtures/statements-before.json');
writeFileSync(path, `${JSON.stringify(version, null, 2)}\n`);
console.log(`${statements.length} statements on ${version.migrations.length} migrations: ${path}`);
