import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from './steps.ts';

/** Gzipped kilobytes (1000 bytes) that a phone loads before the first post. */
const budget = { js: { goal: 115, limit: 120 }, css: { goal: 10, limit: 10 } };

const dist = join(root, 'web/dist');
const files = filesToFirstPost();
const js = kilobytes(files.filter((file) => file.endsWith('.js')));
const css = kilobytes(files.filter((file) => file.endsWith('.css')));
const overGoal = js > budget.js.goal ? ' (over its goal)' : '';

for (const file of files) console.log(`${kilobytes([file]).toFixed(1).padStart(8)} KB  ${file}`);
const shell = shellFiles();
for (const file of shell) console.log(`${rawKilobytes([file]).toFixed(1).padStart(8)} KB  ${file}`);
console.log(`The service worker keeps ${shell.length} files, ${rawKilobytes(shell).toFixed(1)} KB unpacked`);
console.log(
  `JS ${js.toFixed(1)} KB gz of ${budget.js.goal}${overGoal}, CSS ${css.toFixed(1)} of ${budget.css.goal}`,
);
process.exitCode = js > budget.js.limit || css > budget.css.limit ? 1 : 0;

function kilobytes(paths: string[]): number {
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length / 1000, 0);
}

function rawKilobytes(paths: string[]): number {
  return paths.reduce((sum, path) => sum + statSync(join(dist, path)).size / 1000, 0);
}

function shellFiles(): string[] {
  const worker = readFileSync(join(dist, 'service-worker.js'), 'utf8');
  const list = [...worker.matchAll(/["'`]\/([\w./-]+\.(?:js|css|woff2|svg|png))["'`]/g)];
  return ['index.html', ...new Set(list.map((match) => match[1] ?? ''))];
}

/** The files of index.html, the feed's chunk, and their static imports. */
function filesToFirstPost(): string[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const linked = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  const feed = readdirSync(join(dist, 'assets')).filter((name) => /^FeedPage-.*\.(?:js|css)$/.test(name));
  const paths = new Set<string>();
  const add = (path: string) => {
    if (paths.has(path)) return;
    paths.add(path);
    if (path.endsWith('.js')) staticImports(path).forEach(add);
  };
  [...linked, ...feed.map((name) => `assets/${name}`)].forEach(add);
  return [...paths];
}

function staticImports(path: string): string[] {
  const text = readFileSync(join(dist, path), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport) ?["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)].map((match) =>
    posix.join(posix.dirname(path), match[1] ?? ''),
  );
}
