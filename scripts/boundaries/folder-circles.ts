import { posix } from 'node:path';

import { findCircles } from './circles.ts';
import { isTest } from './layers.ts';
import type { SourceFile } from './source-file.ts';

/** Undefined for a file outside all rooms. */
export type RoomOf = (path: string) => string | undefined;

const mostFiles = 25;

/** Both the features of the page and its folders: two features can form a circle through two folders. */
const rooms: RoomOf[] = [
  (path) => /^server\/src\/(?:platform\/)?[\w-]+(?=\/)/.exec(path)?.[0],
  (path) => /^web\/src\/(?:features\/[^/]+|\w+)(?=\/)/.exec(path)?.[0],
  (path) => (path.startsWith('web/src/') ? posix.dirname(path) : undefined),
];

export function roomCircles(files: SourceFile[]): string[] {
  return [...new Set(rooms.flatMap((roomOf) => folderCircles(files, roomOf)))];
}

/** 'a → b → a (a/x.ts imports b/y.ts, …)'. Imports of types count; tests do not. */
export function folderCircles(files: SourceFile[], roomOf: RoomOf): string[] {
  const graph = new Map<string, string[]>();
  const examples = new Map<string, string>();
  for (const { path, imports } of files.filter((file) => !isTest(file.path))) {
    const from = roomOf(path);
    if (from === undefined) continue;
    const targets = graph.get(from) ?? [];
    graph.set(from, targets);
    for (const { target } of imports) {
      const to = roomOf(target);
      if (to === undefined || to === from || targets.includes(to)) continue;
      targets.push(to);
      examples.set(`${from} → ${to}`, `${path} imports ${target}`);
    }
  }
  return findCircles(graph).map((circle) => {
    const steps = circle.slice(1).map((to, i) => examples.get(`${circle[i]} → ${to}`));
    return `${circle.join(' → ')} (${steps.join(', ')})`;
  });
}

/** Styles and tests do not count. */
export function crowdedFolders(files: SourceFile[]): string[] {
  const product = files.filter(
    ({ path }) => /^(?:contract|server|web)\/.*\.tsx?$/.test(path) && !isTest(path),
  );
  return [...Map.groupBy(product, ({ path }) => posix.dirname(path))]
    .filter(([, inside]) => inside.length > mostFiles)
    .map(
      ([folder, inside]) => `${folder}: ${inside.length} files, more than ${mostFiles}; cut it into rooms`,
    );
}
