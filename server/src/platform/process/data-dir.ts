import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StartFailure } from './start-failure.ts';

/** Readable only by its owner. @throws {StartFailure} when it is not writable */
export function openDataDir(path: string): void {
  withStartFailure(path, () => {
    makeFolder(path);
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  });
}

/**
 * Locks the data folder until this process exits. Node has no file locks, but SQLite does, and the kernel
 * releases those of a killed process.
 * @returns a function that unlocks it, or null when another process holds the lock
 */
export function lockDataDir(path: string): (() => void) | null {
  const lock = withStartFailure(path, () => new DatabaseSync(join(path, 'lock'), { timeout: 0 }));
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

/** As for SESSION_SECRET. */
const secretMin = 32;

export function storedSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  const secret = withStartFailure(dataDir, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return readSecret(file) ?? makeSecret(file);
  });
  if (secret.length >= secretMin) return secret;
  throw new StartFailure(
    `DATA_DIR ${dataDir} has fewer than ${secretMin} characters in secrets/${name}: put back that file from a backup, or delete it for a new secret.`,
  );
}

export function storedSecrets(dataDir: string): Map<string, string> {
  const folder = join(dataDir, 'secrets');
  return withStartFailure(dataDir, () => {
    const names = existsSync(folder) ? readdirSync(folder).filter(isSecretName) : [];
    return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()]));
  });
}

/** Excludes the draft of a killed process, which ends with a number. */
export function isSecretName(name: string): boolean {
  return /^[a-z-]{1,40}$/.test(name);
}

export function replaceSecret(dataDir: string, name: string, secret: string): void {
  if (!isSecretName(name)) throw new RangeError(`Not a secret's name: ${name}`);
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  withStartFailure(dataDir, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeSecret(file, secret, (draft) => renameSync(draft, file));
  });
}

// With `recursive`, Node tries for ever where a file system has no place for new folders, as below /proc.
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
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
  writeSecret(file, randomBytes(32).toString('base64url'), (draft) => {
    try {
      // A link never overwrites: when two processes start together, both use the first secret.
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
  return readFileSync(file, 'utf8').trim();
}

/** `place` gives the draft, which is whole by then, the file's name. */
function writeSecret(file: string, secret: string, place: (draft: string) => void): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
    chmodSync(draft, 0o600);
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

const reasons: Record<string, string> = {
  EACCES: 'is not writable for this user',
  EPERM: 'is not writable for this user',
  EROFS: 'is on a read-only file system',
  ENOENT: 'cannot be created',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  ENOSPC: 'is on a full disk',
  ELOOP: 'is a circular link',
};

function withStartFailure<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const sqliteCannotOpen = 14;
    const cannotOpen = (error as { errcode?: number }).errcode === sqliteCannotOpen;
    const reason = reasons[cannotOpen ? 'EACCES' : code] ?? `cannot be used: ${message}`;
    throw new StartFailure(`DATA_DIR ${path} ${reason}.`, { cause: error });
  }
}
