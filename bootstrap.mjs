// The one entry of every npm script. It and scripts/setup are plain JavaScript for any Node from 20 on: they install
// the packages when they are missing, build the page when it is stale, and hand over to the Node that the packages pin.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Child, say } from './scripts/setup/child.mjs';
import { findNode, major, oldestNode, pinnedMajor, serverOptions } from './scripts/setup/node.mjs';
import { installPackages } from './scripts/setup/packages.mjs';
import { buildPage, isPageFresh } from './scripts/setup/page.mjs';

/**
 * What each command needs before it runs: which packages, the built page; and the program it becomes, with the options
 * of its Node.
 */
const commands = {
  start: { packages: 'production', page: true, options: serverOptions, program: 'server/src/main.ts' },
  migrate: { packages: 'production', program: 'server/src/migrate-main.ts' },
  seed: { packages: 'production', program: 'server/src/seed-main.ts' },
  tablon: { packages: 'production', program: 'server/src/tablon-main.ts' },
  build: { packages: 'production', page: true, program: 'server/src/prepare-main.ts' },
  test: { packages: 'all', program: 'scripts/test.ts' },
  'test:dates': { packages: 'all', program: 'scripts/test-dates.ts' },
  'test:citus': { packages: 'all', program: 'scripts/test-citus.ts' },
  check: { packages: 'all', program: 'scripts/check.ts' },
  bench: { packages: 'all', page: true, program: 'bench/bench.ts' },
  screenshots: { packages: 'all', page: true, program: 'e2e/screenshots.ts' },
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
  if (command.page && !isPageFresh() && !(await buildPage(child, node))) {
    return child.interrupted ? 1 : fail('The page could not be built: see the lines above.');
  }
  if (!command.program) return 0;
  // Compiled code is kept: a third less of work at the next start.
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve('.cache/node') };
  // The channel tells the program that we are gone, also when we were killed.
  return child.run(node, [...(command.options ?? []), command.program, ...rest], { env, channel: true });
}

function fail(line) {
  say(line);
  return 1;
}
