import { readConfig } from './config.ts';
import { openDataDir } from './platform/data-dir.ts';
import { createPool } from './platform/database.ts';
import { migrate } from './platform/migrate.ts';
import { openDatabase } from './platform/open-database.ts';
import { runProcess } from './platform/process-life.ts';

await runProcess(async (life) => {
  const config = readConfig();
  openDataDir(config.dataDir);
  const database = await openDatabase(config, { say, shared: true });
  life.opened(database);
  const pool = createPool({ connection: database.connection, size: 2, onError: () => {} });
  life.opened({ close: () => pool.raw.end() });
  const names = await migrate(pool.raw);
  for (const name of names) say(`Migrated: ${name}`);
  if (names.length === 0) say('The database is up to date.');
  await life.end(0);
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
