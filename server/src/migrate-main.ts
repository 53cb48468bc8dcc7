import { readConfig } from './config.ts';
import { keepRestoreOut } from './kernel/keep-restore-out.ts';
import { createPool } from './platform/postgres/database.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import { openDataDir } from './platform/process/data-dir.ts';
import { runTool } from './platform/process/process-life.ts';

await runTool(async (life) => {
  const config = readConfig();
  openDataDir(config.dataDir);
  const database = await openDatabase(config, { say, shared: true });
  life.closeAtEnd(database);
  const pool = createPool({ connection: database.connection, size: 2, onError: () => {} });
  life.closeAtEnd({ close: () => pool.raw.end() });
  life.closeAtEnd({ close: await keepRestoreOut(pool) });
  const names = await migrate(pool.raw);
  for (const name of names) say(`Migrated: ${name}`);
  if (names.length === 0) say('The database is up to date.');
  await life.end(0);
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
