import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import type { Output } from '../../../contract/src/calls/all.ts';
import { freePort, Ground, postgresOf } from './server-process.ts';

const ground = new Ground();
const dataDir = await ground.folder();
const isRoot = process.getuid?.() === 0;
// Needs a project folder that other users can read.
const nobody = { uid: 65_534, gid: 65_534 };
const isOpen =
  spawnSync(process.execPath, ['--version'], { ...nobody, cwd: import.meta.dirname }).status === 0;
afterAll(() => ground.end());

async function refusal(env: Record<string, string>, ids?: { uid: number; gid: number }): Promise<string> {
  const server = await ground.spawn({ DATA_DIR: dataDir, ...env }, ids);
  const { code, complaint } = await server.ended();
  expect(code).toBe(1);
  expect(complaint).toMatch(/^[^\n]+\n$/);
  return complaint.trim();
}

describe('a server that cannot start says why in one line and exits with 1:', () => {
  it('a wrong variable', async () => {
    expect(await refusal({ LOG_LEVEL: 'loud' })).toMatch(/^LOG_LEVEL must be one of .*, not 'loud'\.$/);
  });

  it('rate limits off on a public address', async () => {
    expect(await refusal({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://tablon.example' })).toMatch(
      /^RATE_LIMITS /,
    );
  });

  it('a port in use, before the database is started', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expect(await refusal({ PORT: String(port) })).toMatch(`PORT ${port} is in use`);
    expect(postgresOf(dataDir)).toEqual([]);
    other.close();
  });

  it('a data folder that is a file', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    expect(await refusal({ DATA_DIR: file })).toBe(`DATA_DIR ${file} is not a folder.`);
  });

  it.runIf(isRoot)('a data folder that even root cannot write', async () => {
    expect(await refusal({ DATA_DIR: '/sys/tablon' })).toMatch(
      /^DATA_DIR \/sys\/tablon (?:is not writable for this user|is on a read-only file system)\.$/,
    );
  });

  it.runIf(!isRoot || isOpen)('a data folder that this user cannot write', async () => {
    const folder = await ground.folder();
    await chmod(folder, 0o555);
    expect(await refusal({ DATA_DIR: folder }, isRoot ? nobody : undefined)).toBe(
      `DATA_DIR ${folder} is not writable for this user.`,
    );
  });

  it.runIf(isRoot && isOpen).each(['postgres', 'postgres/cluster'])(
    'a data folder in which root made %s',
    async (made) => {
      const folder = await ground.folder();
      await mkdir(join(folder, 'postgres'));
      for (const path of [folder, join(folder, 'postgres')]) await chown(path, nobody.uid, nobody.gid);
      await mkdir(join(folder, made), { recursive: true });
      await chown(join(folder, made), 0, 0);
      expect(await refusal({ DATA_DIR: folder }, nobody)).toBe(
        `DATA_DIR ${folder} holds files of another user, as after a run by root: give all of it to this one with 'chown -R'.`,
      );
    },
  );

  it('an unreachable database, without showing its password', async () => {
    const port = await freePort();
    const message = await refusal({ DATABASE_URL: `postgres://tablon:hush@127.0.0.1:${port}/tablon` });
    expect(message).toMatch(`DATABASE_URL: the database at 127.0.0.1:${port} cannot be used: `);
    expect(message).not.toContain('hush');
  });

  it('a database whose certificate is missing', async () => {
    const url = 'postgres://tablon@127.0.0.1:1/tablon?sslmode=verify-full&sslrootcert=/none.pem';
    expect(await refusal({ DATABASE_URL: url })).toBe(
      "DATABASE_URL: the database at 127.0.0.1:1 cannot be used: ENOENT: no such file or directory, open '/none.pem'.",
    );
  });

  it('a data folder used by a running server', async () => {
    const first = await ground.start({ DATA_DIR: dataDir });
    expect(await refusal({})).toBe(`DATA_DIR ${dataDir} is in use: this site is running already.`);
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
    first.kill('SIGTERM');
    expect((await first.ended()).code).toBe(0);
  });
});

describe('a server that can start', () => {
  it('logs a placeholder key as invalid, and runs without it', async () => {
    const keys = { GOOGLE_CLIENT_ID: 'YOUR_CLIENT_ID', GOOGLE_CLIENT_SECRET: 'hush' };
    const server = await ground.spawn({ DATA_DIR: dataDir, ...keys });
    await server.says('invalid key: GOOGLE_CLIENT_ID is a placeholder');
    await server.says('is ready');
    const { config } = (await (await fetch(`${server.url}/api/getSession`)).json()) as Output<'getSession'>;
    expect(config.googleSignIn).toBe(false);
    server.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  });

  it('prints the link of the super-admin once, also where nothing is logged', async () => {
    const server = await ground.start({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      SUPER_ADMIN_EMAIL: 'jefa@ejemplo.ar',
    });
    expect(server.output.match(/^.*recuperar.*$/gm)).toEqual([
      expect.stringMatching(
        /^Set the super-admin's password at http:\/\/localhost:\d+\/recuperar\?token=[\w-]+$/,
      ),
    ]);
    server.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  });
});
