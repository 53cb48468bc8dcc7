import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import type pg from 'pg';

import { replaceSecret } from '../platform/data-dir.ts';
import type { Pool } from '../platform/database.ts';
import type { FileStore } from '../platform/files.ts';
import { isMediaKey } from '../platform/media-keys.ts';
import { knownMigrations, migrate } from '../platform/migrate.ts';
import { StartFailure } from '../platform/start-failure.ts';
import { keepOthersOut } from '../store/jobs.ts';
import {
  beginFilling,
  beginJobs,
  copyRowsIn,
  copyRowsOut,
  dropEverything,
  enqueueJobs,
  forgetSessions,
  holdsRows,
} from '../store/snapshot.ts';
import { Archive } from './archive.ts';
import { fileLine, hashed } from './hashed.ts';
import { format, type Head, headName, type Manifest, manifestName, parts } from './manifest.ts';
import { type Count, isSame, Tally } from './tally.ts';

export type RestoreTarget = { db: Pool; files: FileStore; dataDir: string };

export type RestoreOptions = {
  /** Also where a site is already: what it holds is lost. */
  force: boolean;
  /** Nobody stays signed in, and no link that sets a password works any more. */
  endSessions: boolean;
};

/** A backup that was read from end to end and found whole. */
export type CheckedBackup = { archive: Archive; head: Head; manifest: Manifest };

/** @throws {StartFailure} when it is cut off, altered, or made by a newer program */
export async function openBackup(path: string): Promise<CheckedBackup> {
  const archive = await Archive.open(path);
  try {
    const head = await archive.json<Head>(headName);
    if (head.format !== format)
      throw new StartFailure(`${path} has the form '${head.format}', not '${format}'.`);
    const known = await knownMigrations();
    const newer = head.migrations.find((name) => !known.includes(name));
    if (newer !== undefined) {
      throw new StartFailure(
        `${path} was made by a newer version of this program (${newer}): restore it with that.`,
      );
    }
    return { archive, head, manifest: await archive.json<Manifest>(manifestName) };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

/**
 * Makes the site that a backup holds: its schema by the migrations it had, its rows in one transaction, each table
 * read again and compared, its files and secrets, then the migrations that are newer. When anything differs nothing of
 * the database stays.
 * @throws {StartFailure} when there is a site already, or what was written is not what was backed up
 */
export async function restoreBackup(
  { archive, head, manifest }: CheckedBackup,
  { db, files, dataDir }: RestoreTarget,
  options: RestoreOptions,
): Promise<void> {
  const { db: session, raw: client, close } = await db.session();
  try {
    if (!(await keepOthersOut(session))) {
      throw new StartFailure('A site runs on this database: stop it first.');
    }
    if (!options.force && (await holdsRows(client))) {
      throw new StartFailure('The database is not empty. With --force everything in it is lost.');
    }
    await dropEverything(client);
    await migrate(db.raw, head.migrations);
    await beginFilling(client);
    for (const table of head.tables) {
      await pipeline(linesBelow(archive, `${parts.database}${table.name}/`), copyRowsIn(client, table));
      expectSame(
        `The table ${table.name}`,
        await countLines(copyRowsOut(client, table)),
        manifest.tables[table.name],
      );
    }
    await restoreJobs(client, archive, manifest.jobs);
    if (options.endSessions) await forgetSessions(client);
    await restoreFiles(archive, files, manifest.media);
    for await (const { name, content } of archive.below(parts.secrets)) {
      const secret = (await text(content())).trim();
      replaceSecret(dataDir, name.slice(parts.secrets.length), secret);
    }
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await close();
  }
  await migrate(db.raw);
}

async function restoreJobs(client: pg.Client, archive: Archive, expected: Count): Promise<void> {
  const table = await beginJobs(client);
  await pipeline(linesBelow(archive, parts.jobs), copyRowsIn(client, table));
  expectSame('The waiting jobs', await countLines(copyRowsOut(client, table)), expected);
  await enqueueJobs(client);
}

async function restoreFiles(archive: Archive, files: FileStore, expected: Count): Promise<void> {
  const tally = new Tally();
  for await (const { name, content } of archive.below(parts.media)) {
    const key = name.slice(parts.media.length);
    if (!isMediaKey(key)) throw new StartFailure(`The backup holds a file of another form: ${name}.`);
    const sum = createHash('sha256');
    await files.write(key, hashed(content(), sum));
    tally.add(fileLine(sum, key));
  }
  expectSame('The files', tally.count, expected);
}

async function* linesBelow(archive: Archive, prefix: string): AsyncGenerator<Buffer> {
  for await (const { content } of archive.below(prefix)) {
    yield* Readable.from(content()).pipe(createGunzip()) as AsyncIterable<Buffer>;
  }
}

async function countLines(lines: AsyncIterable<Buffer>): Promise<Count> {
  const tally = new Tally();
  for await (const piece of lines) tally.add(piece);
  return tally.count;
}

function expectSame(what: string, found: Count, expected: Count | undefined): void {
  if (isSame(expected, found)) return;
  throw new StartFailure(
    `${what} did not come out as backed up: ${found.lines} of ${expected?.lines ?? 0}. Nothing was restored.`,
  );
}
