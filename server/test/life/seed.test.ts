import { afterAll, expect, it } from 'vitest';

import { cast, castPassword } from '../../src/operations/seed/cast.ts';
import { Ground } from './server-process.ts';
import { runSeed, ToolProcess } from './tablon-process.ts';

const ground = new Ground();
afterAll(() => ground.end());

it('a seed fills a fresh running site, also when only the site knows its super-admin', async () => {
  const site = { DATA_DIR: await ground.folder() };
  const admin = { SUPER_ADMIN_EMAIL: 'jefa@ejemplo.ar', SUPER_ADMIN_PASSWORD: 'aguante-la-popular' };
  const server = await ground.start({ ...site, ...admin });
  const { code, output, complaint } = await runSeed(['--users', '100', '--posts', '100'], site);
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
  expect(output).toContain(`Sign in as ${cast.lauti.email} with the password ${castPassword}`);
  const signedIn = await fetch(`${server.url}/api/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: cast.lauti.email, password: castPassword }),
  });
  expect(signedIn.status).toBe(200);
}, 120_000);

it.each(['seed-main.js', 'migrate-main.js'])(
  '%s fails with one line when it is interrupted',
  async (main) => {
    const tool = new ToolProcess(main, [], { DATA_DIR: await ground.folder() });
    await expect.poll(() => tool.output).toContain('Making the database…');
    tool.kill('SIGINT');
    expect(await tool.ended()).toMatchObject({ code: 130, complaint: 'Interrupted.\n' });
  },
);

it.each([
  ['--help', "Unknown option '--help'.\n"],
  ['mucho', "'mucho' is an unexpected argument.\n"],
])('a seed reports in one line what is wrong with %s', async (argument, complaint) => {
  expect(await runSeed([argument], { DATA_DIR: await ground.folder() })).toEqual({
    code: 1,
    output: '',
    complaint,
  });
});
