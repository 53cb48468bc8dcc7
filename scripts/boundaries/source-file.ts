import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export type Import = {
  /** A path from the root of the repository, or the name of a package. */
  target: string;
  /** `import type`. */
  typeOnly: boolean;
};

export type SourceFile = { path: string; text: string; imports: Import[] };

const roots = ['contract/src', 'server', 'web', 'bench', 'e2e', 'scripts'];
const documents = '{*,docs/**/*,server/migrations/*}.md';

/** Paths have forward slashes. */
export function readSourceFiles(root: string): SourceFile[] {
  const sources = `{${roots.join(',')}}/**/*.{ts,tsx,js,mjs,css,html,sql}`;
  return globSync([sources, documents], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
    .map((path) => sourceFile(path, readFileSync(posix.join(root, path), 'utf8')));
}

/** `path` is from the root of the repository. */
export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, imports: /\.(ts|tsx|js|mjs)$/.test(path) ? findImports(path, text) : [] };
}

// Relies on the formatter: `import … from '…'`, `export … from '…'`, `import '…'`, `import('…')`.
const statement = /^(?:import|export) (type )?(?:[^'";]*? from )?'([^'\n]+)'/gm;
const dynamic = /\bimport\('([^'\n]+)'\)/g;

function findImports(path: string, text: string): Import[] {
  const found = [...text.matchAll(statement)].map((match) => ({
    target: resolveTarget(path, match[2] ?? ''),
    typeOnly: match[1] !== undefined,
  }));
  for (const match of text.matchAll(dynamic)) {
    // `import('…').Name` is a type, which leaves no import at run time.
    const typeOnly = /^\.[A-Z]/.test(text.slice(match.index + match[0].length));
    found.push({ target: resolveTarget(path, match[1] ?? ''), typeOnly });
  }
  return found;
}

function resolveTarget(from: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
}
