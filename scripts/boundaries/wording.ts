import { isTest } from './layers.ts';
import type { SourceFile } from './source-file.ts';

type Ban = {
  what: string;
  pattern: RegExp;
  in: RegExp;
  except?: RegExp;
};

const sql =
  /\b(?:SELECT\s[\s\S]{0,400}?\sFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|(?:CREATE|ALTER|DROP) (?:TABLE|INDEX|DATABASE))\b/;

/** Tests are exempt. */
const bans: Ban[] = [
  {
    what: 'process.env outside server/src/config.ts',
    pattern: /\bprocess\.env\b/,
    in: /^(server|contract|web)\/src\//,
    except: /^server\/src\/config\.ts$/,
  },
  {
    what: 'SQL outside a store',
    pattern: sql,
    in: /^(server|contract|web)\/src\//,
    // The platform creates databases and records migrations, but knows no table of the product.
    except: /^server\/src\/(?:(?:[\w-]+\/)?store|platform)\//,
  },
  {
    what: 'markup from a string',
    pattern: /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
    in: /^web\/src\//,
  },
  {
    what: 'a native dialog (use ui/overlays/dialogs.ts)',
    pattern: /(?:\bwindow\.|(?<![\w.]))(?:alert|confirm|prompt)\(/,
    in: /^web\/src\/.*\.tsx?$/,
  },
];

export function forbiddenWords(files: SourceFile[]): string[] {
  return files
    .filter((file) => !isTest(file.path))
    .flatMap((file) => bans.filter((ban) => breaks(ban, file)).map((ban) => `${file.path}: ${ban.what}`));
}

function breaks(ban: Ban, file: SourceFile): boolean {
  return ban.in.test(file.path) && !ban.except?.test(file.path) && ban.pattern.test(file.text);
}

// Rows such as A25 or S6-ADM-03, and numbered sections unless they are an RFC's.
const row = String.raw`A\d{2}|S\d{1,2}(?:-[A-Z]{2,8})?-\d{2}`;
const citation = new RegExp(String.raw`\b(?:${row}|(?<!RFC \d+, )section \d)`);
const comment = /(?:\/\/|\/?\*|--|<!--).*/g;

/** Citations of documents outside the repository, which must give way to the rule itself. */
export function foreignCitations(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => !path.startsWith('scripts/boundaries/'))
    .flatMap(({ path, text }) => {
      const prose = path.endsWith('.md') ? [text] : (text.match(comment) ?? []);
      const cited = prose.map((words) => citation.exec(words)?.[0]).find(Boolean);
      return cited === undefined
        ? []
        : [`${path}: cites '${cited}' of a document that is not here; say the rule`];
    });
}

const forbiddenFolders = new Set(['utils', 'util', 'helpers', 'common', 'misc', 'types', 'lib']);

/** Barrels, and folders whose names say nothing. */
export function namelessPlaces(files: SourceFile[]): string[] {
  return files.flatMap(({ path }) => {
    const folder = path.split('/').find((part) => forbiddenFolders.has(part));
    if (folder) return [`${path}: a folder named '${folder}'`];
    return /\/index\.(ts|tsx|js|mjs)$/.test(path) ? [`${path}: a barrel`] : [];
  });
}

/** The validator and the call schemas stay on the server: the page may import only their types. */
export function schemasInThePage(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^web\/src\/|^contract\/src\/(?:rules\/|problem\.ts)/.test(path) && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target, typeOnly }) => !typeOnly && /^typebox(\/|$)|^contract\/src\/calls\//.test(target))
        .map(({ target }) => `${path}: imports more than types from ${target}`),
    );
}
