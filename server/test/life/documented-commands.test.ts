import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { vapidKeys } from '../../src/platform/push/push-keys.ts';
import { Ground } from './server-process.ts';
import { runTablon } from './tablon-process.ts';

const program = join(import.meta.dirname, '../../..');
const ground = new Ground();
afterAll(() => ground.end());

function documented(file: string, command: RegExp): string {
  const [, found] = command.exec(readFileSync(join(program, 'docs', file), 'utf8')) ?? [];
  if (found === undefined) throw new Error(`docs/${file} has no ${command}`);
  return found;
}

it('a backup is restored on a machine whose installation started the site', async () => {
  const site = { DATA_DIR: await ground.folder() };
  const server = await ground.start(site);
  const archive = join(await ground.folder(), 'a.tar');
  expect((await runTablon(['backup', archive], site)).code).toBe(0);
  server.kill('SIGTERM');
  await server.ended();
  const command = documented('operations.md', /^tablon (restore \/var\S+\.tar.*?) *(?:#.*)?$/m);
  const args = command.split(' ').map((word) => (word.endsWith('.tar') ? archive : word));
  expect(await runTablon(args, site)).toMatchObject({ code: 0, complaint: '' });
});

it('the public key for pushes is printed for any private key', () => {
  const command = documented('scaling.md', /`(node_modules\/\.bin\/node -e .*?)`/).replace(
    '/opt/tablon',
    program,
  );
  const privateKey = Buffer.alloc(32, 0xfb).toString('base64url');
  expect(privateKey).toMatch(/^-/);
  const output = execFileSync('sh', ['-c', command.replace('<private key>', privateKey)], { cwd: program });
  expect(output.toString()).toBe(`${vapidKeys(privateKey)?.publicKey}\n`);
});
