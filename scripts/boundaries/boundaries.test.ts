import { describe, expect, test } from 'vitest';

import { importCircles } from './circles.ts';
import { missingCopy } from './copy.ts';
import { crowdedFolders, folderCircles, roomCircles } from './folder-circles.ts';
import { forbiddenImports } from './layers.ts';
import { lockingMigrations } from './migration-locks.ts';
import { misnumberedMigrations } from './migrations.ts';
import { bareNavigations, looseQueryKeys, namelessCatches } from './page.ts';
import { requirements, securityTableFaults } from './security-table.ts';
import { sourceFile } from './source-file.ts';
import { dynamicUnits, rawStyles } from './styles.ts';
import { forbiddenWords, foreignCitations, namelessPlaces, schemasInThePage } from './wording.ts';

describe('imports', () => {
  test('every way to import is seen', () => {
    const text = [
      "import './a.ts';",
      "import type { B } from './b.ts';",
      'import {\n  c,\n  type C,\n} from "./never.ts";',
      "import {\n  d,\n  type D,\n} from './d.ts';",
      "export { e } from '../e.ts';",
      "const f = await import('./f.ts');",
      "type G = import('./g.ts').G;",
      "import pg from 'pg';",
    ].join('\n');
    expect(sourceFile('server/src/store/x.ts', text).imports).toEqual([
      { target: 'server/src/store/a.ts', typeOnly: false },
      { target: 'server/src/store/b.ts', typeOnly: true },
      { target: 'server/src/store/d.ts', typeOnly: false },
      { target: 'server/src/e.ts', typeOnly: false },
      { target: 'pg', typeOnly: false },
      { target: 'server/src/store/f.ts', typeOnly: false },
      { target: 'server/src/store/g.ts', typeOnly: true },
    ]);
  });

  test.each([
    ['server/src/posts/routes/a.ts', '../store/b.ts'],
    ['server/src/posts/store/a.ts', '../actions/b.ts'],
    ['server/src/posts/actions/a.ts', '../../timeline/actions/b.ts'],
    ['server/src/timeline/routes/a.ts', '../../posts/routes/b.ts'],
    ['server/src/unknown/actions/a.ts', '../../posts/actions/b.ts'],
    ['server/src/kernel/a.ts', '../posts/store/b.ts'],
    ['server/src/platform/a.ts', '../config.ts'],
    ['server/src/platform/files/a.ts', '../../../../contract/src/problem.ts'],
    ['server/src/posts/actions/a.ts', '../views/b.ts'],
    ['contract/src/rules/a.ts', '../../../server/src/platform/b.ts'],
    ['web/src/ui/a.tsx', '../features/posts/b.ts'],
    ['web/src/features/feed/a.tsx', '../composer/b.ts'],
    ['web/src/features/posts/a.tsx', '../feed/b.ts'],
    ['web/src/features/posts/a.tsx', '../profiles/b.ts'],
    ['web/src/features/reports/a.tsx', '../posts/b.ts'],
    ['web/src/pages/A.tsx', '../../../server/src/app.ts'],
    ['server/src/posts/actions/a.ts', '../../somewhere-else/b.ts'],
    ['server/src/posts/actions/a.ts', '../../operations/seed/cast.ts'],
  ])('%s may not import %s', (path, target) => {
    expect(forbiddenImports([sourceFile(path, `import { b } from '${target}';`)])).toHaveLength(1);
  });

  test.each([
    ['server/src/posts/routes/a.ts', '../views/b.ts'],
    ['server/src/posts/jobs/a.ts', '../actions/b.ts'],
    ['server/src/timeline/actions/a.ts', '../../posts/store/b.ts'],
    ['server/src/operations/commands/a.ts', '../../config.ts'],
    ['server/src/app.ts', './posts/routes/b.ts'],
    ['server/src/posts/store/a.ts', '../../../../contract/src/problem.ts'],
    ['web/src/pages/A.tsx', '../features/feed/b.ts'],
    ['web/src/features/feed/a.tsx', '../posts/b.ts'],
    ['web/src/features/profiles/a.tsx', '../posts/card/b.ts'],
    ['web/src/features/feed/a.tsx', './b.ts'],
    ['server/src/posts/a.test.ts', '../../test/site.ts'],
  ])('%s may import %s', (path, target) => {
    expect(forbiddenImports([sourceFile(path, `import { b } from '${target}';`)])).toEqual([]);
  });

  test('a circle is found once, with its way', () => {
    const files = [
      sourceFile('web/src/ui/a.ts', "import { b } from './b.ts';"),
      sourceFile('web/src/ui/b.ts', "import { c } from './c.ts';"),
      sourceFile('web/src/ui/c.ts', "import type { B } from './b.ts';"),
    ];
    expect(importCircles(files)).toEqual(['web/src/ui/b.ts → web/src/ui/c.ts → web/src/ui/b.ts']);
    expect(importCircles(files.slice(0, 2))).toEqual([]);
  });

  test('a circle of folders is found where no circle of files is', () => {
    const files = [
      sourceFile('web/src/features/posts/a.ts', "import { b } from '../profiles/b.ts';"),
      sourceFile('web/src/features/profiles/b.ts', ''),
      sourceFile('web/src/features/profiles/c.ts', "import type { D } from '../posts/lists/d.ts';"),
      sourceFile('web/src/features/posts/lists/d.ts', ''),
    ];
    const nouns = (path: string) => /^web\/src\/features\/([^/]+)/.exec(path)?.[1];
    expect(importCircles(files)).toEqual([]);
    expect(folderCircles(files, nouns)).toEqual([
      'posts → profiles → posts (web/src/features/posts/a.ts imports web/src/features/profiles/b.ts, ' +
        'web/src/features/profiles/c.ts imports web/src/features/posts/lists/d.ts)',
    ]);
    expect(roomCircles(files)).toHaveLength(1);
    expect(folderCircles(files.slice(0, 2), nouns)).toEqual([]);
  });

  test('a folder of the page and the folders inside it form no circle', () => {
    const files = [
      sourceFile('web/src/ui/a.ts', "import { b } from './forms/b.ts';"),
      sourceFile('web/src/ui/forms/b.ts', "import { c } from '../c.ts';"),
      sourceFile('web/src/ui/c.ts', ''),
    ];
    expect(roomCircles(files)).toHaveLength(1);
    expect(roomCircles(files.slice(1))).toEqual([]);
  });

  test('a folder holds 25 product files; tests and styles do not count', () => {
    const paths = Array.from({ length: 25 }, (_, i) => `web/src/ui/a${i}.ts`);
    const sources = (...more: string[]) => [...paths, ...more].map((path) => sourceFile(path, ''));
    expect(
      crowdedFolders(sources('web/src/ui/a.test.ts', 'web/src/ui/A.module.css', 'web/src/ui/b/c.ts')),
    ).toEqual([]);
    expect(crowdedFolders(sources('web/src/ui/B.tsx'))).toEqual([
      'web/src/ui: 26 files, more than 25; cut it into rooms',
    ]);
  });

  test('the page takes types of the calls and nothing else', () => {
    const page = (line: string) => schemasInThePage([sourceFile('web/src/api/client.ts', line)]);
    expect(page("import type { Input } from '../../../contract/src/calls/all.ts';")).toEqual([]);
    expect(page("import { calls } from '../../../contract/src/calls/all.ts';")).toHaveLength(1);
    expect(page("import { Type } from 'typebox';")).toHaveLength(1);
  });
});

describe('words', () => {
  test.each([
    ['server/src/posts/actions/a.ts', 'const port = process.env.PORT;'],
    ['server/src/posts/views/a.ts', "db.query('SELECT id FROM posts WHERE id = $1');"],
    ['server/src/posts/jobs/a.ts', 'db.query(`DELETE FROM posts`);'],
    ['web/src/ui/A.tsx', '<p dangerouslySetInnerHTML={{ __html: text }} />'],
    ['web/src/ui/a.ts', 'element.innerHTML = text;'],
    ['web/src/ui/a.ts', 'if (confirm(text)) remove();'],
  ])('%s may not hold %s', (path, text) => {
    expect(forbiddenWords([sourceFile(path, text)])).toHaveLength(1);
  });

  test.each([
    ['server/src/config.ts', 'readConfig(process.env);'],
    ['server/src/posts/store/a.ts', "db.query('SELECT id FROM posts WHERE id = $1');"],
    ['server/src/actions/a.test.ts', "db.query('SELECT id FROM posts');"],
    ['web/src/ui/a.ts', 'dialogs.confirm(text);'],
    ['web/src/ui/a.ts', '// Select a row from the list'],
  ])('%s may hold %s', (path, text) => {
    expect(forbiddenWords([sourceFile(path, text)])).toEqual([]);
  });

  test('barrels and folders without a purpose are refused', () => {
    const paths = ['web/src/ui/index.ts', 'server/src/utils/a.ts', 'web/index.html', 'web/src/ui/Tabs.tsx'];
    expect(namelessPlaces(paths.map((path) => sourceFile(path, '')))).toEqual([
      'web/src/ui/index.ts: a barrel',
      "server/src/utils/a.ts: a folder named 'utils'",
    ]);
  });
});

describe('styles', () => {
  const breaches = (declarations: string) =>
    rawStyles([sourceFile('web/src/ui/A.module.css', `.a { ${declarations} }`)]);

  test.each([
    'z-index: 3;',
    'margin: 0 12px;',
    'padding-left: 0.5rem;',
    'gap: 4px 12px;',
    'row-gap: 6px;',
    'margin-top: -8px;',
  ])('may not hold %s', (text) => expect(breaches(text)).toHaveLength(1));

  test.each([
    'z-index: var(--z-header);',
    'margin: 0 var(--space-3) 1px auto;',
    'margin-left: calc((22px - var(--tap)) / 2);',
    'padding: 2px 1.2em;',
    'padding: max(var(--space-2), env(safe-area-inset-top)) 0;',
    'width: 12px; --gap: 12px; scroll-margin-top: 12px;',
  ])('may hold %s', (text) => expect(breaches(text)).toEqual([]));

  test('only global.css may hold units that Chrome 106 does not know', () => {
    const faulty = ['height: 100dvh;', 'max-height: min(70vh, 100svh - 8px);', 'width: 50lvw;'];
    const fine = 'height: calc(100 * var(--vh)); max-height: 70vh;';
    const sheet = (text: string) => sourceFile('web/src/ui/A.module.css', `.a { ${text} }`);
    expect(dynamicUnits(faulty.map(sheet))).toHaveLength(faulty.length);
    expect(dynamicUnits([sheet(fine), sourceFile('web/src/styles/global.css', '--vh: 1dvh;')])).toEqual([]);
  });
});

describe('the page', () => {
  const source = (text: string, path = 'web/src/features/feed/a.ts') => [sourceFile(path, text)];

  test.each([
    "useQuery({ queryKey: ['post', id] });",
    "const commentsKey = ['comments'];",
    "queryClient.setQueryData<Post>(['post', id], post);",
    "queryClient.getQueryState(['post']);",
  ])('may not hold the query key %s', (text) => {
    expect(looseQueryKeys(source(text))).toHaveLength(1);
    expect(looseQueryKeys(source(text, 'web/src/api/query-keys.ts'))).toEqual([]);
  });

  test('takes its query keys from the functions', () => {
    expect(looseQueryKeys(source('useQuery({ queryKey: postKey(id), queryFn });'))).toEqual([]);
  });

  test.each([
    'try {\n  run();\n} catch {\n  stop();\n}\n',
    'try {\n  run();\n} catch (error) {\n  stop();\n}\n',
    'run().catch(() => undefined);',
  ])('may not catch whatever comes: %j', (text) => {
    expect(namelessCatches(source(text))).toHaveLength(1);
  });

  test.each([
    'try {\n  run();\n} catch (error) {\n  if (!(error instanceof ApiError)) throw error;\n}\n',
    'run().catch(ignoreApiError);',
  ])('may catch an error by name: %j', (text) => {
    expect(namelessCatches(source(text))).toEqual([]);
  });
});

test('the page navigates by its own navigate(), which minds open overlays', () => {
  const text = "import { navigate } from 'wouter/use-browser-location';";
  expect(bareNavigations([sourceFile('web/src/features/feed/a.ts', text)])).toHaveLength(1);
  const reading = text.replace('navigate', 'useSearch');
  expect(bareNavigations([sourceFile('web/src/features/feed/a.ts', reading)])).toEqual([]);
});

describe('citations', () => {
  test.each([
    ['server/src/posts/actions/a.ts', '/** Votes in a poll (A37). */'],
    ['server/src/actions/a.test.ts', '// As S6-ADM-03 asks.'],
    ['server/migrations/0002-a.sql', '-- The index of S7-04.'],
    ['web/src/ui/a.ts', '/**\n * Four at most (section 5).\n */'],
    ['docs/operations.md', 'The search follows A39.'],
  ])('%s may not say %j', (path, text) => {
    expect(foreignCitations([sourceFile(path, text)])).toHaveLength(1);
  });

  test.each([
    ['server/src/platform/a.ts', '// RFC 8291, section 5 and appendix A.'],
    ['web/src/ui/A.tsx', '<path d="M4 4 A10 10 0 0 1 8 8" />'],
    ['docs/style.md', 'Section headings, and `docs/decisions/0005-one-schema.md`.'],
  ])('%s may say %j', (path, text) => {
    expect(foreignCitations([sourceFile(path, text)])).toEqual([]);
  });
});

describe('migrations', () => {
  const misnumbered = (...numbers: string[]) =>
    misnumberedMigrations(numbers.map((number) => sourceFile(`server/migrations/${number}-a.sql`, '')));
  const upTo = (last: number) =>
    Array.from({ length: last }, (_, i) => String(i + 1).padStart(4, '0')).filter((n) => n !== '0011');

  test('follow each other with the one gap', () => {
    expect(misnumbered(...upTo(13))).toEqual([]);
  });

  test.each([
    ['a number twice', [...upTo(3), '0003'], 'should be 0004'],
    ['a number left out', [...upTo(3), '0005'], 'should be 0004'],
    ['the gap filled', [...upTo(12), '0011'], 'should be 0012'],
    ['no number', [...upTo(3), 'users'], 'should be 0004'],
  ])('%s is found once', (_, numbers, words) => {
    expect(misnumbered(...numbers)).toEqual([expect.stringContaining(words)]);
  });
});

describe('a migration', () => {
  const breaches = (text: string, name = '0019-a', earlier = '') =>
    lockingMigrations([
      sourceFile('server/migrations/0001-old.sql', earlier),
      sourceFile(`server/migrations/${name}.sql`, text),
    ]);
  const outside = '-- outside a transaction: built while others write\n';

  test.each([
    'ALTER TABLE users ADD COLUMN seen_at timestamptz;\n',
    "ALTER TABLE users\n  ADD COLUMN a integer NOT NULL DEFAULT 0,\n  -- Why.\n  ADD COLUMN b text[] DEFAULT '{}';\n",
    'ALTER TABLE users ADD COLUMN price numeric(8, 2) DEFAULT 1.5, ADD COLUMN on_at timestamptz NOT NULL DEFAULT now();\n',
    'ALTER TABLE users ADD CONSTRAINT c CHECK (char_length(bio) <= 200) NOT VALID;\n',
    'ALTER TABLE users VALIDATE CONSTRAINT c;\n',
    "ALTER TABLE users DROP CONSTRAINT c, ALTER COLUMN bio SET DEFAULT 'x', DROP COLUMN cover;\n",
    "CREATE TABLE t (id uuid PRIMARY KEY);\n\nSELECT distribute_table('t', 'id');\n\nCREATE INDEX t_id ON t (id);\n\nUPDATE t SET id = id;\n",
    'CREATE TABLE t (n bigint);\n\nINSERT INTO t SELECT count(*) FROM users;\n',
    `${outside}CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON users (bio);\n\nDROP INDEX CONCURRENTLY IF EXISTS b;\n`,
  ])('may hold %j', (text) => expect(breaches(text)).toEqual([]));

  test.each([
    ['an index', 'CREATE INDEX a ON users (bio);\n'],
    ['an index that goes', 'DROP INDEX a;\n'],
    ['an index without a mark', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON users (bio);\n'],
    ['an index that cannot be built again', `${outside}CREATE INDEX CONCURRENTLY a ON users (bio);\n`],
    ['more than indexes without a transaction', `${outside}ALTER TABLE users ADD COLUMN a text;\n`],
    ['a default of each row', 'ALTER TABLE users ADD COLUMN a uuid NOT NULL DEFAULT gen_random_uuid();\n'],
    ['a column that must be filled', 'ALTER TABLE users ADD COLUMN a text NOT NULL;\n'],
    ['a column with a check', 'ALTER TABLE users ADD COLUMN a text CHECK (char_length(a) <= 9);\n'],
    ['a column that refers', 'ALTER TABLE users ADD COLUMN a uuid REFERENCES posts;\n'],
    ['a check that reads all', 'ALTER TABLE users ADD CONSTRAINT c CHECK (true);\n'],
    ['a key that reads all', 'ALTER TABLE users ADD CONSTRAINT c UNIQUE (bio);\n'],
    ['NOT NULL that reads all', 'ALTER TABLE users ALTER COLUMN bio SET NOT NULL;\n'],
    ['another type', 'ALTER TABLE users ALTER COLUMN bio TYPE varchar(9);\n'],
    ['another name', 'ALTER TABLE users RENAME COLUMN bio TO about;\n'],
    ['rows that change', "UPDATE users SET bio = lower(bio) WHERE bio > '';\n"],
    ['rows that go', 'DELETE FROM sessions;\n'],
    ['what cannot be looked into', 'DO $$\nBEGIN\n  PERFORM 1;\nEND\n$$;\n'],
    [
      'both halves of a constraint',
      'ALTER TABLE a ADD CONSTRAINT c CHECK (true) NOT VALID;\n\nALTER TABLE a VALIDATE CONSTRAINT c;\n',
    ],
  ])('may not hold %s', (_, text) => expect(breaches(text)).toHaveLength(1));

  test('may require a column once a constraint has shown that it is filled', () => {
    const text = 'ALTER TABLE users ALTER COLUMN bio SET NOT NULL;\n';
    expect(breaches(text, '0020-a', 'ALTER TABLE users VALIDATE CONSTRAINT users_bio_not_null;\n')).toEqual(
      [],
    );
  });

  test('of before the rule is free', () => {
    expect(breaches('CREATE INDEX a ON users (bio);\n', '0018-a')).toEqual([]);
  });
});

describe('copy', () => {
  const shows = (text: string, line: string) =>
    missingCopy([sourceFile('web/src/pages/A.tsx', text)], [line]).length === 0;

  test.each([
    ["const label = 'Seguir';", 'Seguir'],
    ['<button>Seguir</button>', 'Seguir'],
    ['<button>\n  Seguir\n</button>', 'Seguir'],
    ['`No se pudo publicar: ${reason}`', 'No se pudo publicar: {reason}'],
    ['`hace ${s.n} min`', 'hace {n} min'],
    ['<h1>Guardados ({count})</h1>', 'Guardados ({count})'],
    ['"Falta índice \'Siguiendo\'."', "Falta índice 'Siguiendo'."],
  ])('%s shows «%s»', (text, line) => {
    expect(shows(text, line)).toBe(true);
  });

  test.each([
    ["const label = 'Seguir leyendo';", 'Seguir'],
    ["const label = 'seguir';", 'Seguir'],
    ["const label = 'Cargando...';", 'Cargando…'],
    ["const label = 'Ingresa para comentar.';", 'Ingresá para comentar.'],
  ])('%s does not show «%s»', (text, line) => {
    expect(shows(text, line)).toBe(false);
  });
});

describe('the table of security requirements', () => {
  const chapters = Map.groupBy(requirements, (id) => id.split('.')[0]!);
  const tableOf = (change: (row: string, id: string) => string = (row) => row) =>
    [...chapters]
      .map(([chapter, ids]) => {
        const rows = ids.map((id) => change(`| ${id} | tema | \`a.test.ts\` «does it» |`, id));
        return [`### ${chapter} Name`, ...rows].join('\n');
      })
      .join('\n');
  const faults = (text: string) =>
    securityTableFaults([
      sourceFile('docs/security.md', `## Data\n${text}`),
      sourceFile('server/test/a.test.ts', "it('does it', () => {});"),
      sourceFile('server/test/b.test.ts', ''),
      sourceFile('web/src/b.test.ts', ''),
    ]);

  test('has 253 rows', () => {
    expect(new Set(requirements).size).toBe(253);
    expect(faults(tableOf())).toEqual([]);
  });

  test.each([
    ['a row that is missing', '', 'V1.3.5 in the place of V1.3.4'],
    ['a row twice', '| V1.3.3 | x | Deviation: y |', 'V1.3.3 in the place of V1.3.4'],
    ['a row of another chapter', '| V2.3.4 | x | Deviation: y |', 'V2.3.4 stands under V1'],
    ['a row that says nothing', '| V1.3.4 | x | yes |', 'V1.3.4 names no test'],
    ['a test that is not there', '| V1.3.4 | x | `a.test.ts` «does more» |', '«does more»'],
    ['a file that is not there', '| V1.3.4 | x | `c.test.ts` «does it» |', 'c.test.ts, which is not there'],
    ['a file of two', '| V1.3.4 | x | `b.test.ts` «does it» |', 'more than one file'],
    ['a heading that is not there', '| V1.3.4 | x | Documented: [x](#keys) |', '#keys'],
    ['a document that is not there', '| V1.3.4 | x | Documented: [x](y.md) |', 'y.md'],
  ])('may not have %s', (_, row, fault) => {
    const found = faults(tableOf((own, id) => (id === 'V1.3.4' ? row : own)));
    expect(found.join('\n')).toContain(fault);
  });

  test('may lead to a heading of its own', () => {
    const row = '| V1.3.4 | x | Documented: [Data](#data) |';
    expect(faults(tableOf((own, id) => (id === 'V1.3.4' ? row : own)))).toEqual([]);
  });
});
