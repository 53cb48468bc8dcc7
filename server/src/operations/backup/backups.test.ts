import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';

import { afterAll, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { openS3Store } from '../../../test/s3-store.ts';
import { openSite } from '../../../test/site.ts';
import { DiskFiles } from '../../platform/files/disk-files.ts';
import { S3Files } from '../../platform/files/s3-files.ts';
import { statement } from '../../platform/postgres/database.ts';
import { Archive, ArchiveWriter } from './archive.ts';
import { manifestName } from './manifest.ts';
import { openBackup, restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const { db } = await cloneDatabase();
const { db: other } = await cloneDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'tablon-backup-'));
const files = new DiskFiles(join(dataDir, 'media'));
const path = join(dataDir, 'a.tar');
const target = { db: other, files, dataDir };
const options = { force: false, endSessions: false };
afterAll(() => rm(dataDir, { recursive: true }));

const site = await openSite(db);
const ana = await site.user('Ana');
const key = `users/${ana.uid}/posts/1700000000000_${'a'.repeat(32)}.jpg`;
await files.write(key, [Buffer.from('la foto')]);
await ana.call('publishPost', { text: 'hola' });
await writeBackup({ db, files, dataDir, now: () => new Date() }, path);
await site.close();

const countPosts = statement('test-count-posts', 'SELECT count(*)::int AS count FROM posts');

/** The same backup with another manifest, under a valid seal. */
async function withManifest(change: (text: string) => string): Promise<string> {
  const copy = join(dataDir, 'changed.tar');
  const source = await Archive.open(path);
  const writer = await ArchiveWriter.create(copy);
  for await (const { name, content } of source.entriesUnder('')) {
    const bytes = await buffer(content());
    if (name === manifestName) await writer.add(name, Buffer.from(change(bytes.toString())));
    else if (name !== 'SHA256') await writer.add(name, bytes);
  }
  await source.close();
  await writer.finish();
  return copy;
}

describe('a restore', () => {
  it('is refused while a site uses the database', async () => {
    const running = await openSite(other);
    const backup = await openBackup(path);
    await expect(restoreBackup(backup, target, { ...options, force: true })).rejects.toThrow(
      'A site or a command runs on this database: stop it first.',
    );
    await backup.archive.close();
    await running.close();
  });

  it('leaves nothing when a table differs from the backup', async () => {
    const backup = await openBackup(
      await withManifest((text) => text.replace(/"lines": 1,/g, '"lines": 2,')),
    );
    await expect(restoreBackup(backup, target, { ...options, force: true })).rejects.toThrow(
      /^The table \w+ did not come out as backed up: 1 of 2\. Nothing was restored\.$/,
    );
    await backup.archive.close();
    expect(await other.run(countPosts, [])).toEqual([{ count: 0 }]);
  });

  it('fills only an empty database', async () => {
    const backup = await openBackup(path);
    await restoreBackup(backup, target, options);
    expect(await other.run(countPosts, [])).toEqual([{ count: 1 }]);
    await expect(restoreBackup(backup, target, options)).rejects.toThrow('The database is not empty.');
    await backup.archive.close();
  });

  it('replaces the files of a bucket, also those of the same size', async () => {
    const store = await openS3Store('obeyed');
    const bucket = new S3Files(store.bucket, join(dataDir, 'staging'));
    await bucket.write(key, [Buffer.from('basura!')]);
    const backup = await openBackup(path);
    await restoreBackup(backup, { ...target, files: bucket }, { ...options, force: true });
    const stored = await bucket.read(key);
    expect(stored && (await text(stored.content))).toBe('la foto');
    await backup.archive.close();
    await bucket.close();
    await store.close();
  });
});

it('a backup is complete: no table uses a sequence or partitions', async () => {
  const { rows } = await db.raw.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('S', 'p')`,
  );
  expect(rows).toEqual([]);
});
