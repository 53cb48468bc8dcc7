// The entry point of every npm script. It and scripts/setup are plain JavaScript for any Node from 20 on.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from './scripts/setup/builds.mjs';
import { Child, say } from './scripts/setup/child.mjs';
import { findNode, major, oldestNode, pinnedMajor, serverOptions } from './scripts/setup/node.mjs';
import { installPackages } from './scripts/setup/packages.mjs';

const commands = {
  start: {
    packages: 'production',
    builds: ['page', 'server'],
    options: serverOptions,
    program: 'server/dist/main.js',
  },
  migrate: { packages: 'production', builds: ['server'], program: 'server/dist/migrate-main.js' },
  seed: { packages: 'production', builds: ['server'], program: 'server/dist/seed-main.js' },
  tablon: { packages: 'production', builds: ['server'], program: 'server/dist/tablon-main.js' },
  build: { packages: 'production', builds: ['page', 'server'], program: 'server/dist/prepare-main.js' },
  test: { packages: 'all', program: 'scripts/test.ts' },
  'test:dates': { packages: 'all', program: 'scripts/test-dates.ts' },
  'test:citus': { packages: 'all', program: 'scripts/test-citus.ts' },
  check: { packages: 'all', program: 'scripts/check.ts' },
  bench: { packages: 'all', builds: ['page', 'server'], program: 'bench/bench.ts' },
  screenshots: { packages: 'all', builds: ['page', 'server'], program: 'e2e/screenshots.ts' },
  dev: { packages: 'all', program: 'scripts/dev.ts' },
};

const [name = 'start', ...rest] = process.argv.slice(2);
process.chdir(fileURLToPath(new URL('.', import.meta.url)));
process.exitCode = await run(Object.hasOwn(commands, name) ? commands[name] : undefined);

async function run(command) {
  if (!command) return fail(`There is no '${name}' here; there are ${Object.keys(commands).join(', ')}.`);
  if (major(process.version) < oldestNode) {
    return fail(`Node ${oldestNode} or newer is needed, this is ${process.version}.`);
  }
  const child = new Child();
  if (!(await installPackages(child, command.packages))) {
    return child.interrupted ? 1 : fail('The packages could not be installed: see the lines above.');
  }
  const node = findNode();
  if (!node) return fail(`Node ${pinnedMajor} is needed: no package brings it to this kind of machine.`);
  if (!(await build(child, node, command.builds ?? []))) {
    return child.interrupted ? 1 : fail('It could not be built: see the lines above.');
  }
  if (!command.program) return 0;
  // The compile cache saves a third of the next start.
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve('.cache/node') };
  // The closing channel tells the program that this process has ended, even when it was killed.
  return child.run(node, [...(command.options ?? []), command.program, ...rest], { env, channel: true });
}

function fail(line) {
  say(line);
  return 1;
}
