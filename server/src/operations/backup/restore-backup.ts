import { createHash } from 'node:crypto';
import { pipeline as joined } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import type pg from 'pg';

import { lockOutSite } from '../../kernel/store/site-processes.ts';
import { type FileStore, FilesUnavailable } from '../../platform/files/files.ts';
import { isMediaKey } from '../../platform/files/media-keys.ts';
import type { Pool } from '../../platform/postgres/database.ts';
import { availableMigrations, migrate } from '../../platform/postgres/migrate.ts';
import { isSecretName, replaceSecret } from '../../platform/process/data-dir.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import {
  beginRestore,
  beginJobs,
  copyRowsIn,
  copyRowsOut,
  dropEverything,
  enqueueJobs,
  endAllSessions,
  hasRows,
} from '../store/snapshot.ts';
import { Archive } from './archive.ts';
import {
  format,
  type Head,
  headName,
  isForm,
  isHead,
  isManifest,
  type Manifest,
  manifestName,
  parts,
} from './manifest.ts';
import { type Count, isSame, Tally } from './tally.ts';
import { fileLine, withHash } from './with-hash.ts';

export type RestoreTarget = { db: Pool; files: FileStore; dataDir: string };

export type RestoreOptions = {
  /** Deletes an existing site. */
  force: boolean;
  /** Also invalidates all password links. */
  endSessions: boolean;
};

export type CheckedBackup = { archive: Archive; head: Head; manifest: Manifest };

/** @throws {StartFailure} when the backup is truncated, altered, or made by a newer program */
export async function openBackup(path: string): Promise<CheckedBackup> {
  const archive = await Archive.open(path);
  try {
    const form = await archive.json(headName, isForm);
    if (form.format !== format)
      throw new StartFailure(`${path} has the form '${form.format}', not '${format}'.`);
    const head = await archive.json(headName, isHead);
    const available = await availableMigrations();
    const newer = head.migrations.find((name) => !available.includes(name));
    if (newer !== undefined) {
      throw new StartFailure(
        `${path} was made by a newer version of this program (${newer}): restore it with that.`,
      );
    }
    return { archive, head, manifest: await archive.json(manifestName, isManifest) };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

/**
 * Restores in one transaction with the backup's migrations, reads each table back and compares it, and rolls
 * back on any difference. Newer migrations run afterwards.
 * @throws {StartFailure} when a site exists already, or the result differs from the backup
 */
export async function restoreBackup(
  { archive, head, manifest }: CheckedBackup,
  { db, files, dataDir }: RestoreTarget,
  options: RestoreOptions,
): Promise<void> {
  const { db: session, raw: client, close } = await db.session();
  const isNew: boolean[] = [];
  let isCommitted = false;
  try {
    if (!(await lockOutSite(session))) {
      throw new StartFailure('A site or a command runs on this database: stop it first.');
    }
    if (!options.force && (await hasRows(client))) {
      throw new StartFailure('The database is not empty. With --force everything in it is deleted.');
    }
    await dropEverything(client);
    await migrate(db.raw, { through: head.migrations });
    await beginRestore(client);
    for (const table of head.tables) {
      await pipeline(linesUnder(archive, `${parts.database}${table.name}/`), copyRowsIn(client, table));
      expectSame(
        `The table ${table.name}`,
        await countLines(copyRowsOut(client, table)),
        manifest.tables[table.name],
      );
    }
    await restoreJobs(client, archive, manifest.jobs);
    if (options.endSessions) await endAllSessions(client);
    const secrets = await readSecrets(archive);
    await restoreFiles(archive, files, manifest.media, isNew);
    for (const [name, secret] of secrets) replaceSecret(dataDir, name, secret);
    await client.query('COMMIT');
    isCommitted = true;
    await client.query('ANALYZE');
  } finally {
    if (!isCommitted) await removeCreated(archive, files, isNew);
    await close();
  }
  await migrate(db.raw);
}

async function restoreJobs(client: pg.Client, archive: Archive, expected: Count): Promise<void> {
  const table = await beginJobs(client);
  await pipeline(linesUnder(archive, parts.jobs), copyRowsIn(client, table));
  expectSame('The waiting jobs', await countLines(copyRowsOut(client, table)), expected);
  await enqueueJobs(client);
}

async function readSecrets(archive: Archive): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for await (const { name, size, content } of archive.entriesUnder(parts.secrets)) {
    const key = name.slice(parts.secrets.length);
    const secret = size > 1_000 ? '' : (await text(content())).trim();
    if (!isSecretName(key) || !/^[\x21-\x7e]+$/.test(secret))
      throw new StartFailure(`The backup holds an invalid secret: ${name}.`);
    secrets.set(key, secret);
  }
  return secrets;
}

/** @param isNew receives for each file whether it did not exist before */
async function restoreFiles(
  archive: Archive,
  files: FileStore,
  expected: Count,
  isNew: boolean[],
): Promise<void> {
  const tally = new Tally();
  for await (const { name, content } of archive.entriesUnder(parts.media)) {
    const key = name.slice(parts.media.length);
    if (!isMediaKey(key)) throw new StartFailure(`The backup holds an invalid file name: ${name}.`);
    const exists = (await files.size(key)) !== null;
    isNew.push(!exists);
    const sum = createHash('sha256');
    const source = withHash(content(), sum);
    // A bucket keeps an existing file of the same size, whatever it contains.
    await (exists ? files.renew(key, source) : files.write(key, source));
    tally.add(fileLine(sum, key));
  }
  expectSame('The files', tally.count, expected);
}

async function removeCreated(archive: Archive, files: FileStore, isNew: readonly boolean[]): Promise<void> {
  let at = 0;
  try {
    for await (const { name } of archive.entriesUnder(parts.media)) {
      if (at === isNew.length) return;
      if (isNew[at++]) await files.remove(name.slice(parts.media.length));
    }
  } catch (error) {
    // The original error matters more; the sweep over all files removes unreferenced ones.
    if (!(error instanceof FilesUnavailable)) throw error;
  }
}

async function* linesUnder(archive: Archive, prefix: string): AsyncGenerator<Buffer> {
  for await (const { name, content } of archive.entriesUnder(prefix)) {
    // Unlike `pipe`, this forwards read errors.
    const lines: AsyncIterable<Buffer> = joined(content(), createGunzip(), () => undefined);
    try {
      yield* lines;
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

function expectSame(subject: string, actual: Count, expected: Count | undefined): void {
  if (isSame(expected, actual)) return;
  throw new StartFailure(
    `${subject} did not come out as backed up: ${actual.lines} of ${expected?.lines ?? 0}. Nothing was restored.`,
  );
}
