import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { say } from './child.mjs';

// Holds a hash of the sources from which web/dist was built.
const stamp = '.cache/page-sources';

export function isPageFresh() {
  if (!existsSync('web/dist/index.html') || !existsSync(stamp)) return false;
  return readFileSync(stamp, 'utf8') === hashOfSources();
}

export async function buildPage(child, node) {
  say('Building the page…');
  rmSync(stamp, { force: true });
  const hash = hashOfSources();
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts'];
  const code = await child.run(node, [...vite, '--logLevel', 'warn']);
  if (code !== 0) return false;
  mkdirSync('.cache', { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...filesIn('contract/src'), ...filesIn('web')]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (path === 'web/dist' || entry.name === 'node_modules') return [];
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}
