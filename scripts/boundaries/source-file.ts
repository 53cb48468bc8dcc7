import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

export type Import = {
  /** The imported file's path from the root of the repository, or the package's name. */
  target: string;
  /** Whether it is gone when the program runs (`import type`). */
  typeOnly: boolean;
};

export type SourceFile = { path: string; text: string; imports: Import[] };

const roots = ['contract/src', 'server', 'web', 'bench', 'e2e', 'scripts'];
const documents = '{*,docs/**/*,server/migrations/*}.md';

/** Every file of ours whose imports and words are held to the rules. Paths have forward slashes. */
export function readSourceFiles(root: string): SourceFile[] {
  const sources = `{${roots.join(',')}}/**/*.{ts,tsx,js,mjs,css,html,sql}`;
  return globSync([sources, documents], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
    .map((path) => sourceFile(path, readFileSync(posix.join(root, path), 'utf8')));
}

/** A source file from its text. `path` is from the root of the repository. */
export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, imports: /\.(ts|tsx|js|mjs)$/.test(path) ? findImports(path, text) : [] };
}

// The formatter leaves one shape of each: `import … from '…'`, `export … from '…'`, `import '…'`, `import('…')`.
const statement = /^(?:import|export) (type )?(?:[^'";]*? from )?'([^'\n]+)'/gm;
const dynamic = /\bimport\('([^'\n]+)'\)/g;

function findImports(path: string, text: string): Import[] {
  const found = [...text.matchAll(statement)].map((match) => ({
    target: resolveTarget(path, match[2] ?? ''),
    typeOnly: match[1] !== undefined,
  }));
  for (const match of text.matchAll(dynamic)) {
    // A type taken by `import('…').Name` leaves no import behind.
    const typeOnly = /^\.[A-Z]/.test(text.slice(match.index + match[0].length));
    found.push({ target: resolveTarget(path, match[1] ?? ''), typeOnly });
  }
  return found;
}

function resolveTarget(from: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
}
