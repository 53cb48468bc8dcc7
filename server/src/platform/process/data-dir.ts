import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StartFailure } from './start-failure.ts';

/**
 * Makes the data folder, for its owner only, when it is missing.
 * @throws {StartFailure} when it cannot be written
 */
export function openDataDir(path: string): void {
  explained(path, () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  });
}

/**
 * Takes the data folder for this process until it ends, however it ends. Node has no file locks; SQLite's are
 * ones, and the system takes them back from a process that was killed.
 * @returns what gives it back early, or null when another process has it
 */
export function lockDataDir(path: string): (() => void) | null {
  const lock = explained(path, () => new DatabaseSync(join(path, 'lock'), { timeout: 0 }));
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    const sqliteBusy = 5;
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null;
    throw new StartFailure(`DATA_DIR ${path} cannot be locked: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** A secret of the site: 256 random bits, made at the first call and kept in `DATA_DIR/secrets`. */
export function keptSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  return explained(dataDir, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return readSecret(file) ?? makeSecret(file);
  });
}

/** The secrets that are kept, by name. */
export function keptSecrets(dataDir: string): Map<string, string> {
  const folder = join(dataDir, 'secrets');
  return explained(dataDir, () => {
    const names = existsSync(folder) ? readdirSync(folder).filter(isSecretName) : [];
    return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()]));
  });
}

/** Whether a secret may have that name. A draft that a killed process left has a number at its end. */
export function isSecretName(name: string): boolean {
  return /^[a-z-]{1,40}$/.test(name);
}

/** Keeps a secret that comes from a backup, in place of one that was made here. */
export function replaceSecret(dataDir: string, name: string, secret: string): void {
  if (!isSecretName(name)) throw new RangeError(`No name of a secret: ${name}`);
  const folder = join(dataDir, 'secrets');
  explained(dataDir, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(join(folder, name), { force: true });
    writeFileSync(join(folder, name), `${secret}\n`, { mode: 0o600, flush: true });
  });
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function makeSecret(file: string): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  chmodSync(draft, 0o600);
  try {
    // A link never replaces: of two processes that start together, both use the first one's.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8').trim();
}

const reasons: Record<string, string> = {
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'is on a read-only file system',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOSPC: 'is on a full disk',
  ELOOP: 'is a link that leads in a circle',
};

function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const sqliteCannotOpen = 14;
    const unopened = (error as { errcode?: number }).errcode === sqliteCannotOpen;
    const reason = reasons[unopened ? 'EACCES' : code] ?? `cannot be used: ${message}`;
    throw new StartFailure(`DATA_DIR ${path} ${reason}.`, { cause: error });
  }
}
