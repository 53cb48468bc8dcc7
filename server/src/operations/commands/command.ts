import { existsSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

import type { Config } from '../../config.ts';
import { keepRestoreOut } from '../../kernel/keep-restore-out.ts';
import { createPool, type Pool } from '../../platform/postgres/database.ts';
import { hasEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts';
import { isMigrated } from '../../platform/postgres/migrate.ts';
import { openDatabase } from '../../platform/postgres/open-database.ts';
import { openDataDir } from '../../platform/process/data-dir.ts';
import type { ProcessLife } from '../../platform/process/process-life.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';

export type Command = {
  /** Such as '<file> [--force]'. */
  usage: string;
  about: string;
  /** @throws {StartFailure} for anything the operator can fix */
  run: (tool: Tool, args: readonly string[]) => Promise<void>;
};

export type Tool = { config: Config; life: ProcessLife; say: (line: string) => void };

/** @throws {StartFailure} unless there are exactly these words, and only these options */
export function readArguments<T extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { words, options }: { words: readonly string[]; options: T },
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    // An empty word comes from a variable of a script that is not set.
    const missing = words.find((_, index) => !positionals[index]?.trim());
    const surplus = positionals[words.length];
    if (missing !== undefined) throw new StartFailure(`The ${missing} is missing.`);
    if (surplus !== undefined) throw new StartFailure(`'${surplus}' is an unexpected argument.`);
    return { values, words: positionals };
  } catch (error) {
    const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ?? false;
    if (isUsage) throw new StartFailure(`${(error as Error).message.split(/\.(?:\s|$)/)[0]}.`);
    throw error;
  }
}

/**
 * Starts the embedded database unless it runs already. With `shared`, the site may be running, and must have
 * been started before; a restore neither is nor gets under way.
 */
export async function openSiteDatabase(
  { config, life, say }: Tool,
  { shared }: { shared: boolean },
): Promise<Pool> {
  // A mistyped DATA_DIR must not become an empty site.
  const mustExist = shared && config.databaseUrl === null;
  if (!mustExist || existsSync(config.dataDir)) openDataDir(config.dataDir);
  if (mustExist && !hasEmbeddedPostgres(config.dataDir)) throw noSite();
  const database = await openDatabase(config, { say, shared });
  life.closeAtEnd(database);
  const db = createPool({
    connection: database.connection,
    size: 3,
    withoutTimeouts: true,
    onError: () => {},
  });
  life.closeAtEnd({ close: () => db.raw.end() });
  if (shared) {
    life.closeAtEnd({ close: await keepRestoreOut(db) });
    if (!(await isMigrated(db.raw))) throw noSite();
  }
  return db;
}

function noSite(): StartFailure {
  return new StartFailure('There is no site in this database yet: start it once, or check DATA_DIR.');
}
