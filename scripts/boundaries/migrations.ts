import type { SourceFile } from './source-file.ts';

/** Never used by any version; a file of that number would run out of order on every site there is. */
const gap = 11;

/** Migrations run in the order of their names: a number given twice or left out is two branches that met unseen. */
export function misnumberedMigrations(files: SourceFile[]): string[] {
  const names = files
    .flatMap(({ path }) => /^server\/migrations\/([^/]+)\.sql$/.exec(path)?.[1] ?? [])
    .sort();
  let expected = 0;
  return names.flatMap((name) => {
    expected += expected + 1 === gap ? 2 : 1;
    const prefix = `${String(expected).padStart(4, '0')}-`;
    if (name.startsWith(prefix)) return [];
    const breach = `server/migrations/${name}.sql: its number should be ${prefix.slice(0, 4)}`;
    expected = Number(name.slice(0, 4)) || expected;
    return [breach];
  });
}
