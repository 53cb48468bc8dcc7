import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { cloneDatabase } from '../../../test/database.ts';
import { solid } from '../../../test/pictures.ts';
import { openSite } from '../../../test/site.ts';
import { DiskFiles } from '../../platform/files/disk-files.ts';
import { operationalReason } from '../../platform/outbound/operational-failure.ts';
import { createPool } from '../../platform/postgres/database.ts';
import { storedSecret, storedSecrets } from '../../platform/process/data-dir.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { hasRows } from '../store/snapshot.ts';
import { Archive, ArchiveWriter } from './archive.ts';
import { headName, manifestName } from './manifest.ts';
import { openBackup, type RestoreTarget, restoreBackup } from './restore-backup.ts';
import { sealBytes, sealOf } from './seal.ts';
import { writeBackup } from './write-backup.ts';

const { db: origin } = await cloneDatabase();
const { db, isCitus } = await cloneDatabase();
const folder = await mkdtemp(join(tmpdir(), 'tablon-hostile-'));
afterAll(() => rm(folder, { recursive: true }));
const dataDir = join(folder, 'target');
beforeEach(emptyDataDir);
const mediaFolder = join(dataDir, 'media');
const target: RestoreTarget = { db, files: new DiskFiles(mediaFolder), dataDir };

const path = join(folder, 'whole.tar');
const site = await openSite(origin);
const ana = await site.user('Ana');
const { key } = (await ana.upload('post', await solid(30, 20).png().toBuffer())).body;
await ana.call('publishPost', { text: 'con foto', media: { key } });
const from = join(folder, 'origin');
await mkdir(from);
storedSecret(from, 'session');
const source = { db: origin, files: new DiskFiles(site.mediaFolder), dataDir: from, now: () => new Date() };
await writeBackup(source, path);
await site.close();
const whole = await readFile(path);

type Entry = { name: string; bytes: Buffer };
const entries: Entry[] = [];
{
  const archive = await Archive.open(path);
  for await (const { name, content } of archive.entriesUnder(''))
    if (name !== 'SHA256') entries.push({ name, bytes: await buffer(content()) });
  await archive.close();
}

/** An archive of these entries, under a valid seal. */
async function sealEntries(files: readonly Entry[]): Promise<string> {
  const copy = join(folder, 'changed.tar');
  const writer = await ArchiveWriter.create(copy);
  for (const { name, bytes } of files) await writer.add(name, bytes);
  await writer.finish();
  return copy;
}

/** An archive's bytes without its seal, sealed again. */
async function resealBytes(bytes: Buffer): Promise<string> {
  const copy = join(folder, 'resealed.tar');
  await writeFile(copy, [bytes, await sealOf(createHash('sha256').update(bytes).digest('hex'))]);
  return copy;
}

const unsealedBytes = whole.subarray(0, whole.length - sealBytes);

/** Restores like the operator's tool. @returns the error line it would print, or null on success */
async function refusal(archive: string, to: RestoreTarget = target): Promise<string | null> {
  try {
    const backup = await openBackup(archive);
    try {
      await restoreBackup(backup, to, { force: true, endSessions: false });
    } finally {
      await backup.archive.close();
    }
    return null;
  } catch (error) {
    const line = error instanceof StartFailure ? error.message : operationalReason(error);
    if (line === null) throw error;
    return line;
  }
}

async function emptyDataDir(): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir);
}

async function expectNothingRestored(): Promise<void> {
  expect(await hasAnyRows()).toBe(false);
  expect(await filesOf(mediaFolder)).toEqual([]);
  expect(storedSecrets(dataDir).size).toBe(0);
}

async function hasAnyRows(): Promise<boolean> {
  const client = await db.raw.connect();
  try {
    return await hasRows(client);
  } finally {
    client.release();
  }
}

async function filesOf(place: string): Promise<string[]> {
  const all = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const change = (name: string, to: (bytes: Buffer) => Buffer | string) =>
  entries.map((entry) => (entry.name === name ? { name, bytes: Buffer.from(to(entry.bytes)) } : entry));
const changeHead = (to: (head: Record<string, unknown>) => object | null) =>
  change(headName, (bytes) => JSON.stringify(to(JSON.parse(bytes.toString()) as Record<string, unknown>)));
const changeManifest = (to: (manifest: Record<string, unknown>) => object) =>
  change(manifestName, (bytes) =>
    JSON.stringify(to(JSON.parse(bytes.toString()) as Record<string, unknown>)),
  );
const without = (name: string) => entries.filter((entry) => entry.name !== name);
const users = 'database/users/000001.gz';
const media = entries.find(({ name }) => name.startsWith('media/'))?.name ?? '';
const elsewhere = { name: 'media/../../out', bytes: Buffer.from('x') };
const repackLines = (to: (lines: string) => string | Buffer) =>
  change(users, (bytes) => gzipSync(to(gunzipSync(bytes).toString())));

const otherForm = (name: string) => `The backup has a ${name} in an unknown format.`;
const hostile: [string, () => Entry[], string | RegExp][] = [
  ['no head', () => without(headName), `The backup has no ${headName}: it was made by another program.`],
  [
    'no manifest',
    () => without(manifestName),
    `The backup has no ${manifestName}: it was made by another program.`,
  ],
  ['a head that is no JSON', () => change(headName, () => '{"format": '), otherForm(headName)],
  [
    'a head that is not text',
    () => change(headName, () => Buffer.from([0xff, 0xfe, 0x00])),
    otherForm(headName),
  ],
  ['an empty head', () => change(headName, () => ''), otherForm(headName)],
  ['a head that is null', () => changeHead(() => null), otherForm(headName)],
  [
    'a head without its tables',
    () => changeHead((head) => ({ ...head, tables: undefined })),
    otherForm(headName),
  ],
  [
    'a head with one migration',
    () => changeHead((head) => ({ ...head, migrations: 'all' })),
    otherForm(headName),
  ],
  [
    'a head that drives a terminal',
    () => changeHead((head) => ({ ...head, madeAt: '\u001b[2J' })),
    otherForm(headName),
  ],
  [
    'a head of 2 MB',
    () => change(headName, (bytes) => Buffer.concat([bytes, Buffer.alloc(2e6, 32)])),
    `The backup has a ${headName} that is too large.`,
  ],
  ['a manifest that is no JSON', () => change(manifestName, () => 'null,'), otherForm(manifestName)],
  [
    'a manifest without counts',
    () => changeManifest(() => ({ tables: {}, jobs: {}, media: {} })),
    otherForm(manifestName),
  ],
  [
    'a manifest without tables',
    () => changeManifest((all) => ({ ...all, tables: {} })),
    /^The table \w+ did not come out as backed up: \d+ of 0\. Nothing was restored\.$/,
  ],
  [
    'another format',
    () => changeHead((head) => ({ ...head, format: 'tablon-backup 2' })),
    /has the form 'tablon-backup 2', not 'tablon-backup 1'\.$/,
  ],
  [
    'an unknown migration',
    () => changeHead((head) => ({ ...head, migrations: ['9999-later.sql'] })),
    /was made by a newer version of this program \(9999-later\.sql\): restore it with that\.$/,
  ],
  [
    'a migration without the earlier ones',
    () => changeHead((head) => ({ ...head, migrations: ['0002-users.sql'] })),
    /^Migration 0002-users\.sql failed: .* \(PostgreSQL, 42883\)$/,
  ],
  ['no migrations', () => changeHead((head) => ({ ...head, migrations: [] })), /\(PostgreSQL, 42P01\)$/],
  [
    'a table twice',
    () =>
      changeHead((head) => ({
        ...head,
        tables: (head['tables'] as object[]).flatMap((table) => [table, table]),
      })),
    /\(PostgreSQL, 23505\)$/,
  ],
  [
    'an unknown table',
    () => changeHead((head) => ({ ...head, tables: [{ name: 'x"; --', columns: ['id'] }] })),
    /\(PostgreSQL, 42P01\)$/,
  ],
  [
    'an unknown column',
    () => changeHead((head) => ({ ...head, tables: [{ name: 'users', columns: ['x'] }] })),
    /\(PostgreSQL, 42703\)$/,
  ],
  [
    'a table in two places',
    () => [
      ...entries.filter(({ name }) => name !== users),
      ...entries.filter(({ name }) => name === users),
      { name: users, bytes: Buffer.alloc(0) },
    ],
    /cannot be unpacked|did not come out/,
  ],
  ['a missing part', () => without(users), /^The table users did not come out as backed up: 0 of \d\./],
  [
    'a truncated part',
    () => change(users, (bytes) => bytes.subarray(0, bytes.length - 9)),
    `The backup has a part that cannot be unpacked: ${users}. Nothing was restored.`,
  ],
  [
    'an uncompressed part',
    () => change(users, () => 'uno\tdos\n'),
    `The backup has a part that cannot be unpacked: ${users}. Nothing was restored.`,
  ],
  ['a row too short', () => repackLines(() => 'uno\n'), /\(PostgreSQL, 22P\d\d\)$/],
  ['a row that is no text', () => repackLines(() => Buffer.from([0xc3, 0x28, 10])), /\(PostgreSQL, 22021\)$/],
  [
    'a row that violates a constraint',
    () => repackLines((lines) => lines.replaceAll('\tAna\t', `\t${'a'.repeat(41)}\t`)),
    isCitus ? /violates check constraint .*\(PostgreSQL, XX000\)$/ : /\(PostgreSQL, 23514\)$/,
  ],
  [
    'a row twice',
    () => repackLines((lines) => lines + lines),
    isCitus ? /duplicate key .*\(PostgreSQL, XX000\)$/ : /\(PostgreSQL, 23505\)$/,
  ],
  [
    'a missing file',
    () => without(media),
    'The files did not come out as backed up: 0 of 1. Nothing was restored.',
  ],
  [
    'a file with other content',
    () => change(media, (bytes) => bytes.subarray(1)),
    'The files did not come out as backed up: 1 of 1. Nothing was restored.',
  ],
  [
    'a file elsewhere',
    () => entries.flatMap((entry) => (entry.name === media ? [entry, elsewhere] : [entry])),
    'The backup holds an invalid file name: media/../../out.',
  ],
  [
    'a secret elsewhere',
    () =>
      entries.map((entry) =>
        entry.name === 'secrets/session' ? { name: 'secrets/../session', bytes: entry.bytes } : entry,
      ),
    'The backup holds an invalid secret: secrets/../session.',
  ],
  [
    'a secret that is not text',
    () => change('secrets/session', () => Buffer.from([1, 2, 3])),
    'The backup holds an invalid secret: secrets/session.',
  ],
  [
    'a secret of 2 KB',
    () => change('secrets/session', () => 'x'.repeat(2_000)),
    'The backup holds an invalid secret: secrets/session.',
  ],
];

describe('a backup with a valid seal is refused in one line and restores nothing:', () => {
  it.each(hostile)('%s', async (_, make, line) => {
    const message = await refusal(await sealEntries(make()));
    expect(
      typeof line === 'string' ? message === line : line.test(message ?? ''),
      message ?? 'restored',
    ).toBe(true);
    expect(message).toMatch(/^[^\p{Cc}]+$/u);
    await expectNothingRestored();
  });

  it('with any byte changed, unless the result is complete', { timeout: 600_000 }, async () => {
    let refusalCount = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(unsealedBytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, bits) => {
          await emptyDataDir();
          const bytes = Buffer.from(unsealedBytes);
          bytes[at] = (bytes[at] ?? 0) ^ bits;
          const message = await refusal(await resealBytes(bytes));
          if (message === null) {
            const { rows } = await db.raw.query<{ text: string }>('SELECT text FROM posts');
            return rows.length === 1 && rows[0]?.text === 'con foto';
          }
          refusalCount++;
          return /^[^\n]+$/.test(message) && (await filesOf(mediaFolder)).length === 0;
        },
      ),
      { numRuns: 20 },
    );
    expect(refusalCount).toBeGreaterThan(0);
  });
});

describe('a file is refused before anything is changed', () => {
  it('wherever it was truncated or altered', async () => {
    const copy = join(folder, 'copy.tar');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, bits) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        await writeFile(copy, bytes);
        await expect(openBackup(copy)).rejects.toThrow(
          /^\S+ is (?:damaged or was altered|cut off, or no backup)/,
        );
        await writeFile(copy, whole);
        await truncate(copy, at);
        await expect(openBackup(copy)).rejects.toThrow(
          `${copy} is truncated, or not a backup of this program.`,
        );
      }),
      { numRuns: 150 },
    );
  });

  it('when it is not a backup', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await refusal(folder)).toBe(`${folder} is not a file.`);
    expect(await refusal(pipe)).toBe(`${pipe} is not a file.`);
    expect(await refusal('/dev/zero')).toBe('/dev/zero is not a file.');
    expect(await refusal(join(folder, 'nope'))).toBe(`${join(folder, 'nope')} cannot be read: ENOENT.`);
    expect(await refusal(join(path, 'inside'))).toBe(`${join(path, 'inside')} cannot be read: ENOTDIR.`);
  });
});

describe('a restore that fails on this machine says why in one line', () => {
  it('when the files cannot be written', async () => {
    await writeFile(mediaFolder, '');
    expect(await refusal(path)).toMatch(/^the files are not available: (?:ENOTDIR|EEXIST): [^\n]+$/);
    await rm(mediaFolder);
    await expectNothingRestored();
  });

  it('when the secrets cannot be written: restored files are removed, earlier ones stay', async () => {
    const secrets = join(dataDir, 'secrets');
    const files = new DiskFiles(mediaFolder);
    const other = `users/${ana.uid}/posts/1700000000000_${'a'.repeat(32)}.webp`;
    await files.write(other, [Buffer.from('x')]);
    await writeFile(secrets, '');
    expect(await refusal(path)).toBe(`DATA_DIR ${dataDir} is not a folder.`);
    expect([await files.size(key), await files.size(other)]).toEqual([null, 1]);

    await files.write(key, [Buffer.from('x')]);
    expect(await refusal(path)).toBe(`DATA_DIR ${dataDir} is not a folder.`);
    expect(await files.size(key)).not.toBeNull();
    await emptyDataDir();
    await expectNothingRestored();
  });

  it('when the database is unreachable', async () => {
    const away = createPool({
      connection: { host: join(folder, 'nowhere'), port: 5432, user: 'tablon', database: 'tablon' },
      onError: () => {},
    });
    expect(await refusal(path, { ...target, db: away })).toMatch(
      /^the database cannot be used, connect ENOENT /,
    );
    await away.raw.end();
  });
});

it('the original backup can still be restored after all of that', async () => {
  expect(await refusal(path)).toBeNull();
  expect((await db.raw.query('SELECT text FROM posts')).rows).toEqual([{ text: 'con foto' }]);
  expect(await filesOf(mediaFolder)).toHaveLength(1);
  expect([...storedSecrets(dataDir)]).toEqual([...storedSecrets(from)]);
});
