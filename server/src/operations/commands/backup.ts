import { existsSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { openFiles } from '../../platform/files/open-files.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { draftEnding } from '../backup/archive.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type Command, openSiteDatabase, readArguments } from './command.ts';

export const backup: Command = {
  usage: '<file or folder> [--keep <number>]',
  about:
    'Writes the database, the files and the generated secrets into one tar file, while the site runs. In a folder' +
    ' the file is named by the time; --keep keeps that many backups and removes older ones and stale .partial files.',
  run: async (tool, args) => {
    const { values, words } = readArguments(args, {
      words: ['file or folder'],
      options: { keep: { type: 'string' } },
    });
    const target = resolve(words[0] ?? '');
    const isFolder = hasFolder(target);
    if (!hasFolder(dirname(target))) throw new StartFailure(`There is no folder ${dirname(target)}.`);
    const keep = readKeep(values.keep, isFolder);
    const now = new Date();
    const path = isFolder ? join(target, nameAt(now)) : target;
    if (existsSync(path)) throw new StartFailure(`${path} already exists.`);
    const draft = path + draftEnding;
    if (existsSync(draft) && !isAbandoned(draft))
      throw new StartFailure(`${draft} is another backup under way; if that was killed, remove this file.`);
    const { config } = tool;
    const files = await openFiles(config);
    const db = await openSiteDatabase(tool, { shared: true });
    // An interruption does not wait for the backup.
    tool.life.closeAtEnd({ close: () => rm(draft, { force: true }) });
    const start = performance.now();
    const {
      rows,
      files: count,
      bytes,
    } = await writeBackup({ db, files, dataDir: config.dataDir, now: () => now }, path);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    tool.say(`${path}: ${rows} rows, ${count} files, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s`);
    if (keep !== null) for (const name of await removeOlder(path, keep)) tool.say(`Removed: ${name}`);
  },
};

function hasFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function readKeep(text: string | undefined, isFolder: boolean): number | null {
  if (text === undefined) return null;
  if (!isFolder) throw new StartFailure('--keep is for backups in a folder, and there is none.');
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new StartFailure(`--keep must be a number from 1, not '${text}'.`);
  return Number(text);
}

// These names sort by time.
const ownName = /^tablon-\d{8}T\d{6}Z\.tar$/;

function nameAt(now: Date): string {
  return `tablon-${now.toISOString().replace(/[-:]|\.\d{3}/g, '')}.tar`;
}

/** A running backup writes to its draft all the time. */
const draftLifeMs = 24 * 3_600_000;

async function removeOlder(newest: string, keep: number): Promise<string[]> {
  const folder = dirname(newest);
  const names = (await readdir(folder)).toSorted();
  // While a clock was wrong, a backup may have got a later name.
  const others = names.filter((name) => ownName.test(name) && name !== basename(newest));
  const old = others.slice(0, Math.max(others.length + 1 - keep, 0));
  old.push(...names.filter((name) => isDraftName(name) && isAbandoned(join(folder, name))));
  for (const name of old) await rm(join(folder, name));
  return old;
}

function isDraftName(name: string): boolean {
  return name.endsWith(draftEnding) && ownName.test(name.slice(0, -draftEnding.length));
}

function isAbandoned(path: string): boolean {
  // Another backup may have finished it meanwhile.
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > draftLifeMs;
}
