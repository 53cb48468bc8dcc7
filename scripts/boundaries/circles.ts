import type { SourceFile } from './source-file.ts';

/** Circles of imports, each once, as 'a.ts → b.ts → a.ts'. Types count: they tie two files together as well. */
export function importCircles(files: SourceFile[]): string[] {
  const graph = new Map(files.map((file) => [file.path, file.imports.map(({ target }) => target)]));
  return findCircles(graph).map((circle) => circle.join(' → '));
}

/** The circles of a graph, each once; the last node of a circle is its first. Targets that are no node are ignored. */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const circles: string[][] = [];

  const visit = (node: string, trail: string[]): void => {
    const start = trail.indexOf(node);
    if (start >= 0) circles.push([...trail.slice(start), node]);
    if (start >= 0 || done.has(node)) return;
    for (const target of graph.get(node) ?? []) {
      if (graph.has(target)) visit(target, [...trail, node]);
    }
    done.add(node);
  };

  for (const node of graph.keys()) visit(node, []);
  return circles;
}
