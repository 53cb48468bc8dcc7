import { describe, expect, test } from 'vitest';

import { importCircles } from './circles.ts';
import { missingCopy } from './copy.ts';
import { forbiddenImports } from './layers.ts';
import { misnumberedMigrations } from './migrations.ts';
import { sourceFile } from './source-file.ts';
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
    ['server/src/routes/a.ts', '../store/b.ts'],
    ['server/src/store/a.ts', '../actions/b.ts'],
    ['server/src/platform/a.ts', '../config.ts'],
    ['server/src/actions/a.ts', '../views/b.ts'],
    ['contract/src/rules/a.ts', '../../../server/src/platform/b.ts'],
    ['web/src/ui/a.tsx', '../features/posts/b.ts'],
    ['web/src/features/feed/a.tsx', '../composer/b.ts'],
    ['web/src/features/posts/a.tsx', '../feed/b.ts'],
    ['web/src/pages/A.tsx', '../../../server/src/app.ts'],
    ['server/src/actions/a.ts', '../somewhere-else/b.ts'],
    ['server/src/actions/a.ts', '../../test/cast.ts'],
  ])('%s may not import %s', (path, target) => {
    expect(forbiddenImports([sourceFile(path, `import { b } from '${target}';`)])).toHaveLength(1);
  });

  test.each([
    ['server/src/routes/a.ts', '../views/b.ts'],
    ['server/src/jobs/a.ts', '../actions/b.ts'],
    ['server/src/store/a.ts', '../../../contract/src/problem.ts'],
    ['web/src/pages/A.tsx', '../features/feed/b.ts'],
    ['web/src/features/feed/a.tsx', '../posts/b.ts'],
    ['web/src/features/feed/a.tsx', './b.ts'],
    ['server/src/actions/a.test.ts', '../../test/cast.ts'],
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

  test('the page takes types of the calls and nothing else', () => {
    const page = (line: string) => schemasInThePage([sourceFile('web/src/api/client.ts', line)]);
    expect(page("import type { Input } from '../../../contract/src/calls/all.ts';")).toEqual([]);
    expect(page("import { calls } from '../../../contract/src/calls/all.ts';")).toHaveLength(1);
    expect(page("import { Type } from 'typebox';")).toHaveLength(1);
  });
});

describe('words', () => {
  test.each([
    ['server/src/actions/a.ts', 'const port = process.env.PORT;'],
    ['server/src/views/a.ts', "db.query('SELECT id FROM posts WHERE id = $1');"],
    ['server/src/jobs/a.ts', 'db.query(`DELETE FROM posts`);'],
    ['web/src/ui/A.tsx', '<p dangerouslySetInnerHTML={{ __html: text }} />'],
    ['web/src/ui/a.ts', 'element.innerHTML = text;'],
    ['web/src/ui/a.ts', 'if (confirm(text)) remove();'],
  ])('%s may not hold %s', (path, text) => {
    expect(forbiddenWords([sourceFile(path, text)])).toHaveLength(1);
  });

  test.each([
    ['server/src/config.ts', 'readConfig(process.env);'],
    ['server/src/store/a.ts', "db.query('SELECT id FROM posts WHERE id = $1');"],
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

describe('citations', () => {
  test.each([
    ['server/src/actions/a.ts', '/** Votes in a poll (A37). */'],
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
