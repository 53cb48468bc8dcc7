import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const builds = join(import.meta.dirname, 'builds.mjs');

function makeProject() {
  const folder = mkdtempSync(join(tmpdir(), 'tablon-builds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, name);
  for (const name of ['contract/src', 'server/src']) mkdirSync(path(name), { recursive: true });
  for (const name of ['package-lock.json', 'contract/src/a.ts', 'server/src/b.ts'])
    writeFileSync(path(name), '');
  writeFileSync(
    path('server/build.ts'),
    `import { appendFileSync, mkdirSync } from 'node:fs';
     mkdirSync('server/dist', { recursive: true });
     appendFileSync('server/dist/main.js', '1');`,
  );
  const run = `async (node, args) => (await import('node:child_process')).spawnSync(node, args).status`;
  const script = `
    const { build } = await import(${JSON.stringify(builds)});
    console.log(await build({ run: ${run} }, process.execPath, ['server']));`;
  const build = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' });
  const times = () =>
    existsSync(path('server/dist/main.js')) ? readFileSync(path('server/dist/main.js'), 'utf8').length : 0;
  return { path, build, times };
}

test('the server is built when it is missing or its sources are different, and not again', () => {
  const { path, build, times } = makeProject();
  for (let i = 0; i < 2; i++) build();
  expect(times()).toBe(1);
  let expected = 1;
  for (const name of ['package-lock.json', 'contract/src/a.ts', 'server/src/b.ts', 'server/build.ts']) {
    appendFileSync(path(name), '// changed');
    for (let i = 0; i < 2; i++) expect(build()).toMatch(/true\n$/);
    expect(times()).toBe(++expected);
  }
  rmSync(path('server/dist'), { recursive: true });
  build();
  expect(times()).toBe(1);
});

test('a build that fails is tried again', () => {
  const { path, build, times } = makeProject();
  build();
  writeFileSync(path('server/src/b.ts'), '// changed');
  const program = readFileSync(path('server/build.ts'), 'utf8');
  writeFileSync(path('server/build.ts'), 'process.exitCode = 1;');
  for (let i = 0; i < 2; i++) expect(build()).toMatch(/false\n$/);
  writeFileSync(path('server/build.ts'), program);
  build();
  expect(times()).toBe(2);
});
