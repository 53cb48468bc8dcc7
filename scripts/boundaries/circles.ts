import type { SourceFile } from './source-file.ts';

/** Circles of imports, each once, as 'a.ts → b.ts → a.ts'. Types count: they tie two files together as well. */
export function importCircles(files: SourceFile[]): string[] {
  const importsOf = new Map(files.map((file) => [file.path, file.imports.map(({ target }) => target)]));
  const done = new Set<string>();
  const circles: string[] = [];

  const visit = (path: string, trail: string[]): void => {
    const seenAt = trail.indexOf(path);
    if (seenAt >= 0) circles.push([...trail.slice(seenAt), path].join(' → '));
    if (seenAt >= 0 || done.has(path)) return;
    for (const target of importsOf.get(path) ?? []) {
      if (importsOf.has(target)) visit(target, [...trail, path]);
    }
    done.add(path);
  };

  for (const path of importsOf.keys()) visit(path, []);
  return circles;
}
