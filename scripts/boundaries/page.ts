import { isTest } from './layers.ts';
import type { SourceFile } from './source-file.ts';

const keysFile = 'web/src/api/query-keys.ts';
const navigateFile = 'web/src/ui/overlays/use-back-to-close.ts';
const keyLiteral = /\bqueryKey(?::| =)\s*\[|Quer(?:y|ies)(?:Data|State)(?:<[^()]*>)?\(\s*\[|Key = \[/i;

export function looseQueryKeys(files: SourceFile[]): string[] {
  return pageSources(files)
    .filter(({ path, text }) => path !== keysFile && keyLiteral.test(text))
    .map(({ path }) => `${path}: a query key outside ${keysFile}`);
}

/** Every catch must name the error that it is for, and rethrow the rest. */
export function namelessCatches(files: SourceFile[]): string[] {
  return pageSources(files)
    .filter(({ text }) => hasNamelessCatch(text))
    .map(({ path }) => `${path}: a catch that does not look at its error`);
}

const routerNavigate = /\{[^}]*\bnavigate\b[^}]*\} from 'wouter\/use-browser-location'/;

/** The router's own `navigate` would leave the history entry of an open overlay behind. */
export function bareNavigations(files: SourceFile[]): string[] {
  return pageSources(files)
    .filter(({ path, text }) => path !== navigateFile && routerNavigate.test(text))
    .map(({ path }) => `${path}: navigate() of the router instead of ${navigateFile}`);
}

function hasNamelessCatch(text: string): boolean {
  if (/\bcatch \{|\.catch\((?:async )?\(\)/.test(text)) return true;
  return [...text.matchAll(/^( *).*\bcatch \((\w+)\) \{\n/gm)].some((found) => {
    const [start, indent = '', name = ''] = found;
    const rest = text.slice(found.index + start.length);
    const body = rest.slice(0, rest.search(new RegExp(`^${indent}\\}`, 'm')));
    return !new RegExp(`\\b${name}\\b`).test(body);
  });
}

function pageSources(files: SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => /^web\/src\/.*\.(?:tsx?|js)$/.test(path) && !isTest(path));
}
