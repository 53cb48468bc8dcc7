import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { JobPayloads } from '../../kernel/store/jobs.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { isMediaKey } from '../../platform/files/media-keys.ts';
import type { Pool } from '../../platform/postgres/database.ts';
import { appliedMigrations } from '../../platform/postgres/migrate.ts';
import { storedSecrets } from '../../platform/process/data-dir.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { beginSnapshot, tablesToCopy, copyJobsOut, copyRowsOut, hasRows } from '../store/snapshot.ts';
import { ArchiveWriter } from './archive.ts';
import { format, type Head, headName, type Manifest, manifestName, parts } from './manifest.ts';
import { type Count, Tally } from './tally.ts';
import { fileLine, withHash } from './with-hash.ts';

export type BackupSource = { db: Pool; files: FileStore; dataDir: string; now: () => Date };

export type BackupSummary = { rows: number; files: number; bytes: number };

/** Excludes jobs that are only useful at the time, such as mails and pushes. */
const includesJob: Record<keyof JobPayloads, boolean> = {
  'fan-out-posts': true,
  'fan-out-post': true,
  'index-topics': true,
  'index-account-topics': true,
  'index-earlier-topics': true,
  'remove-post': true,
  'remove-comment': true,
  'forget-post': true,
  'fan-out-repost': true,
  'remove-repost': true,
  'count-official-followers': true,
  'remove-files': true,
  'attach-link-preview': true,
  'remove-account': true,
  'remove-preview-pictures': true,
  'remove-old-previews': false,
  'remove-unknown-files': false,
  'trim-timelines': false,
  'fold-earlier-names': false,
  'refresh-suggestions': false,
  'count-club-members': false,
  'make-sitemap': false,
  'clean-up': false,
  'send-password-link': false,
  'send-password-notice': false,
  'send-deletion-notice': false,
  'send-removed-notice': false,
  'send-push': false,
  'notify-of-likes': true,
  'mark-notifications-read': true,
  'mark-notification-groups-read': true,
  'publish-facts': false,
  'tell-site': false,
};

/**
 * Writes a running site into one tar archive. Files are read after the rows, so every file that a row refers
 * to is included unless it was deleted meanwhile.
 * @throws {StartFailure} when there are no rows
 */
export async function writeBackup(source: BackupSource, path: string): Promise<BackupSummary> {
  const archive = await ArchiveWriter.create(path);
  try {
    const { tables, jobs } = await addDatabase(archive, source);
    const media = await addFiles(archive, source.files);
    for (const [name, secret] of storedSecrets(source.dataDir)) {
      await archive.add(`${parts.secrets}${name}`, Buffer.from(`${secret}\n`));
    }
    await archive.add(manifestName, json({ tables, jobs, media } satisfies Manifest));
    const rows = Object.values(tables).reduce((sum, { lines }) => sum + lines, 0);
    return { rows, files: media.lines, bytes: await archive.finish() };
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

async function addDatabase(
  archive: ArchiveWriter,
  { db, now }: BackupSource,
): Promise<Pick<Manifest, 'tables' | 'jobs'>> {
  const { raw: client, close } = await db.session();
  try {
    await beginSnapshot(client);
    // Every site that was started has clubs. Such a backup would rotate good ones away.
    if (!(await hasRows(client)))
      throw new StartFailure('The database is empty, as after a restore that failed: nothing was backed up.');
    const head: Head = {
      format,
      madeAt: now().toISOString(),
      migrations: await appliedMigrations(client),
      tables: await tablesToCopy(client),
    };
    await archive.add(headName, json(head));
    const tables: Record<string, Count> = {};
    for (const table of head.tables) {
      tables[table.name] = await addLines(
        archive,
        `${parts.database}${table.name}/`,
        copyRowsOut(client, table),
      );
    }
    const jobs = await addLines(archive, parts.jobs, copyJobsOut(client, includedJobs));
    return { tables, jobs };
  } finally {
    // Ends the transaction too.
    await close();
  }
}

const includedJobs = Object.entries(includesJob).flatMap(([name, isIncluded]) => (isIncluded ? [name] : []));

const chunkBytes = 4 * 1024 * 1024;
const compress = promisify(gzip);

async function addLines(
  archive: ArchiveWriter,
  prefix: string,
  lines: AsyncIterable<Buffer>,
): Promise<Count> {
  const tally = new Tally();
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let chunks = 0;
  const flush = async () => {
    if (waitingBytes === 0) return;
    const chunk = await compress(Buffer.concat(waiting), { level: 4 });
    waiting = [];
    waitingBytes = 0;
    await archive.add(`${prefix}${String(++chunks).padStart(6, '0')}.gz`, chunk);
  };
  for await (const piece of lines) {
    const whole = tally.add(piece);
    waiting.push(whole);
    waitingBytes += whole.length;
    if (waitingBytes >= chunkBytes) await flush();
  }
  await flush();
  return tally.count;
}

async function addFiles(archive: ArchiveWriter, files: FileStore): Promise<Manifest['media']> {
  const tally = new Tally();
  let bytes = 0;
  for await (const key of files.keys('')) {
    const file = isMediaKey(key) ? await files.read(key) : null;
    // The file was deleted meanwhile.
    if (file === null) continue;
    const sum = createHash('sha256');
    await archive.addStream(`${parts.media}${key}`, file.size, withHash(file.content, sum));
    tally.add(fileLine(sum, key));
    bytes += file.size;
  }
  return { ...tally.count, bytes };
}

function json(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
