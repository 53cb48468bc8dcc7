import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { namedStatements } from '../server/src/platform/database.ts';
import { knownMigrations } from '../server/src/platform/migrate.ts';
import { root } from './steps.ts';

// Keeps the statements of this version, with the migrations it has, for the tests of the migrations of the next one.
const store = join(root, 'server/src/store');
for (const name of readdirSync(store).filter((each) => /(?<!\.test)\.ts$/.test(each))) {
  await import(join(store, name));
}
const statements = namedStatements().toSorted((a, b) => (a.name < b.name ? -1 : 1));
const version = { migrations: await knownMigrations(), statements };
const path = join(root, 'server/test/fixtures/statements-before.json');
writeFileSync(path, `${JSON.stringify(version, null, 2)}\n`);
console.log(`${statements.length} statements on ${version.migrations.length} migrations: ${path}`);
