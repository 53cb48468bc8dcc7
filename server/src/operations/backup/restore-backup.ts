import { createHash } from 'node:crypto';
import { pipeline as joined } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import type pg from 'pg';

import { lockOutJobRunners } from '../../kernel/store/jobs.ts';
import { type FileStore, FilesUnavailable } from '../../platform/files/files.ts';
import { isMediaKey } from '../../platform/files/media-keys.ts';
import type { Pool } from '../../platform/postgres/database.ts';
import { availableMigrations, migrate } from '../../platform/postgres/migrate.ts';
import { isSecretName, replaceSecret } from '../../platform/process/data-dir.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
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
import { Form, format, Head, headName, Manifest, manifestName, parts } from './manifest.ts';
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
    const form = await archive.json(headName, Form);
    if (form.format !== format)
      throw new StartFailure(`${path} has the form '${form.format}', not '${format}'.`);
    const head = await archive.json(headName, Head);
    const known = await availableMigrations();
    const newer = head.migrations.find((name) => !known.includes(name));
    if (newer !== undefined) {
      throw new StartFailure(
        `${path} was made by a newer version of this program (${newer}): restore it with that.`,
      );
    }
    return { archive, head, manifest: await archive.json(manifestName, Manifest) };
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
  const made: boolean[] = [];
  let isCommitted = false;
  try {
    if (!(await lockOutJobRunners(session))) {
      throw new StartFailure('A site runs on this database: stop it first.');
    }
    if (!options.force && (await holdsRows(client))) {
      throw new StartFailure('The database is not empty. With --force everything in it is lost.');
    }
    await dropEverything(client);
    await migrate(db.raw, { through: head.migrations });
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
    const secrets = await readSecrets(archive);
    await restoreFiles(archive, files, manifest.media, made);
    for (const [name, secret] of secrets) replaceSecret(dataDir, name, secret);
    await client.query('COMMIT');
    isCommitted = true;
    await client.query('ANALYZE');
  } finally {
    if (!isCommitted) await removeMade(archive, files, made);
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

async function readSecrets(archive: Archive): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for await (const { name, size, content } of archive.below(parts.secrets)) {
    const key = name.slice(parts.secrets.length);
    const secret = size > 1_000 ? '' : (await text(content())).trim();
    if (!isSecretName(key) || !/^[\x21-\x7e]+$/.test(secret))
      throw new StartFailure(`The backup holds a secret of another form: ${name}.`);
    secrets.set(key, secret);
  }
  return secrets;
}

/** @param made gets for each file of the backup whether there was none of its name */
async function restoreFiles(
  archive: Archive,
  files: FileStore,
  expected: Count,
  made: boolean[],
): Promise<void> {
  const tally = new Tally();
  for await (const { name, content } of archive.below(parts.media)) {
    const key = name.slice(parts.media.length);
    if (!isMediaKey(key)) throw new StartFailure(`The backup holds a file of another form: ${name}.`);
    made.push((await files.size(key)) === null);
    const sum = createHash('sha256');
    await files.write(key, hashed(content(), sum));
    tally.add(fileLine(sum, key));
  }
  expectSame('The files', tally.count, expected);
}

async function removeMade(archive: Archive, files: FileStore, made: readonly boolean[]): Promise<void> {
  let at = 0;
  try {
    for await (const { name } of archive.below(parts.media)) {
      if (at === made.length) return;
      if (made[at++]) await files.remove(name.slice(parts.media.length));
    }
  } catch (error) {
    // What failed first is what to tell; the site removes files that nothing names, once a day.
    if (!(error instanceof FilesUnavailable)) throw error;
  }
}

async function* linesBelow(archive: Archive, prefix: string): AsyncGenerator<Buffer> {
  for await (const { name, content } of archive.below(prefix)) {
    // Unlike `pipe`, this passes a failure to read on.
    const unpacked: AsyncIterable<Buffer> = joined(content(), createGunzip(), () => undefined);
    try {
      yield* unpacked;
    } catch (error) {
      if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
      throw new StartFailure(
        `The backup has a part that cannot be unpacked: ${name}. Nothing was restored.`,
        {
          cause: error,
        },
      );
    }
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
