import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { storedSecret, lockDataDir, openDataDir, replaceSecret } from './data-dir.ts';

const ground = mkdtempSync(join(tmpdir(), 'tablon-data-'));
const module = join(import.meta.dirname, 'data-dir.ts');
const folder = join(ground, 'a/b');
afterAll(() => rmSync(ground, { recursive: true }));

/** Whether another process can lock the folder; it is killed while it holds the lock. */
function otherProcessLocks(): boolean {
  const program = `
    const { lockDataDir } = await import(${JSON.stringify(module)});
    if (lockDataDir(${JSON.stringify(folder)}) === null) process.exit(3);
    process.kill(process.pid, 'SIGKILL');`;
  const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', program]);
  if (status !== 3 && signal !== 'SIGKILL') throw new Error(`It ended with ${status ?? signal}.`);
  return signal === 'SIGKILL';
}

describe('the data folder', () => {
  it('is created for its owner only', () => {
    openDataDir(folder);
    openDataDir(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused where no folder can be created, instead of being tried for ever', () => {
    const program = `
      const { openDataDir } = await import(${JSON.stringify(module)});
      openDataDir('/proc/tablon/data');`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      timeout: 10_000,
      killSignal: 'SIGKILL',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('DATA_DIR /proc/tablon/data cannot be created.');
  });

  it('is locked by one process until that unlocks it or is killed', () => {
    expect(otherProcessLocks()).toBe(true);
    const unlock = lockDataDir(folder);
    expect(unlock).not.toBeNull();
    expect(otherProcessLocks()).toBe(false);
    unlock?.();
    expect(otherProcessLocks()).toBe(true);
  });

  it('stores a secret that only its owner can read', () => {
    const secret = storedSecret(folder, 'session');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(storedSecret(folder, 'session')).toBe(secret);
    expect(storedSecret(folder, 'other')).not.toBe(secret);
    expect(statSync(join(folder, 'secrets/session')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'secrets')).toSorted()).toEqual(['other', 'session']);
    expect(readFileSync(join(folder, 'secrets/session'), 'utf8')).toBe(`${secret}\n`);
  });

  it('replaces a secret whole, or leaves the earlier one', () => {
    const earlier = 'a'.repeat(40);
    const next = 'b'.repeat(40);
    replaceSecret(folder, 'replaced', earlier);
    const program = `
      const { replaceSecret } = await import(${JSON.stringify(module)});
      replaceSecret(${JSON.stringify(folder)}, 'replaced', ${JSON.stringify(next)});`;
    // No file can grow, as on a full disk.
    const { status } = spawnSync('sh', [
      '-c',
      'ulimit -f 0; exec "$@"',
      'sh',
      process.execPath,
      '--input-type=module',
      '--eval',
      program,
    ]);
    expect(status).not.toBe(0);
    expect(storedSecret(folder, 'replaced')).toBe(earlier);
    replaceSecret(folder, 'replaced', next);
    expect(storedSecret(folder, 'replaced')).toBe(next);
    expect(statSync(join(folder, 'secrets/replaced')).mode & 0o777).toBe(0o600);
  });

  it('refuses a secret that a full disk or an editor left empty: anybody could sign with it', () => {
    for (const content of ['', '\n', 'corto\n']) {
      writeFileSync(join(folder, 'secrets/session'), content);
      expect(() => storedSecret(folder, 'session')).toThrow(/secrets\/session: put back that file/);
    }
  });
});
