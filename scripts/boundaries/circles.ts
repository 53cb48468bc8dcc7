import type { SourceFile } from './source-file.ts';

/** Each circle once, as 'a.ts → b.ts → a.ts'. Imports of types count: they tie files together, too. */
export function importCircles(files: SourceFile[]): string[] {
  const graph = new Map(files.map((file) => [file.path, file.imports.map(({ target }) => target)]));
  return findCircles(graph).map((circle) => circle.join(' → '));
}

/** Each circle once, beginning and ending with the same node. Targets that are not a node are ignored. */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const visitedNodes = new Set<string>();
  const circles: string[][] = [];

  const visit = (node: string, trail: string[]): void => {
    const start = trail.indexOf(node);
    if (start >= 0) circles.push([...trail.slice(start), node]);
    if (start >= 0 || visitedNodes.has(node)) return;
    for (const target of graph.get(node) ?? []) {
      if (graph.has(target)) visit(target, [...trail, node]);
    }
    visitedNodes.add(node);
  };

  for (const node of graph.keys()) visit(node, []);
  return circles;
}
