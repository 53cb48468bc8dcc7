import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { say } from './child.mjs';

// The file that each build leaves, its sources, and the program that builds, with its arguments.
const builds = {
  page: {
    output: 'web/dist/index.html',
    sources: ['contract/src', 'web'],
    command: 'node_modules/vite/bin/vite.js build --config web/vite.config.ts --logLevel warn',
  },
  server: {
    output: 'server/dist/main.js',
    sources: ['contract/src', 'server/src', 'server/build.ts'],
    command: 'server/build.ts',
  },
};

/**
 * Builds what is missing or older than its sources.
 * @param names of 'page' and 'server'
 * @returns whether all is built
 */
export async function build(child, node, names) {
  for (const name of names) if (!isFresh(name) && !(await buildOne(child, node, name))) return false;
  return true;
}

// Holds a hash of the sources.
const stampOf = (name) => `.cache/${name}-sources`;

function isFresh(name) {
  const stamp = stampOf(name);
  if (!existsSync(builds[name].output) || !existsSync(stamp)) return false;
  return readFileSync(stamp, 'utf8') === hashOfSources(name);
}

async function buildOne(child, node, name) {
  say(`Building the ${name}…`);
  const stamp = stampOf(name);
  rmSync(stamp, { force: true });
  const hash = hashOfSources(name);
  if ((await child.run(node, builds[name].command.split(' '))) !== 0) return false;
  mkdirSync('.cache', { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

function hashOfSources(name) {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...builds[name].sources.flatMap(filesIn)])
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesIn(path) {
  if (path === 'web/dist') return [];
  if (!lstatSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => (name === 'node_modules' ? [] : filesIn(`${path}/${name}`)));
}
