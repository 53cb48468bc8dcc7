import type { SourceFile } from './source-file.ts';

/** No version used this number; a file with it would run out of order on every existing site. */
const gap = 11;

/** A duplicate or missing number comes from two branches that were merged unnoticed. */
export function misnumberedMigrations(files: SourceFile[]): string[] {
  const names = files
    .flatMap(({ path }) => /^server\/migrations\/([^/]+)\.sql$/.exec(path)?.[1] ?? [])
    .sort();
  let expectedNumber = 0;
  return names.flatMap((name) => {
    expectedNumber += expectedNumber + 1 === gap ? 2 : 1;
    const prefix = `${String(expectedNumber).padStart(4, '0')}-`;
    if (name.startsWith(prefix)) return [];
    const breach = `server/migrations/${name}.sql: its number should be ${prefix.slice(0, 4)}`;
    expectedNumber = Number(name.slice(0, 4)) || expectedNumber;
    return [breach];
  });
}
