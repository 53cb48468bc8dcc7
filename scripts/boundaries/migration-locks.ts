import { isOutsideTransaction, splitStatements } from '../../server/src/platform/postgres/migration-text.ts';
import type { SourceFile } from './source-file.ts';

/** Migrations up to this one are exempt. */
const lastFree = '0018';

/**
 * Migrations that would block the site while they run, or break the previous version afterwards: no full scan
 * or rewrite of an existing table under an exclusive lock, no renames, no changes of type.
 */
export function lockingMigrations(files: SourceFile[]): string[] {
  const migrations = files.filter(({ path }) => /^server\/migrations\/\d{4}[^/]*\.sql$/.test(path));
  const validated = new Set(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(/VALIDATE CONSTRAINT (\w+)/g)].map(([, name]) => name),
    ),
  );
  return migrations
    .filter(({ path }) => (path.split('/').at(-1) ?? '').slice(0, 4) > lastFree)
    .flatMap(({ path, text }) => breachesOf(text, validated).map((breach) => `${path}: ${breach}`));
}

type Validated = ReadonlySet<string | undefined>;

function breachesOf(text: string, validated: Validated): string[] {
  const statements = splitStatements(text).map((each) =>
    each
      .replace(/^\s*--.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  if (isOutsideTransaction(text)) return statements.flatMap(breachOutside);
  const newTables = new Set(
    statements.flatMap((each) => /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/.exec(each)?.[1] ?? []),
  );
  const breaches = statements.flatMap((each) => breachInside(each, newTables, validated));
  const validates = statements.some((each) => each.includes('VALIDATE CONSTRAINT'));
  if (validates && statements.length > 1) breaches.push('VALIDATE CONSTRAINT stands in a file of its own');
  return breaches;
}

const bearsRepetition =
  /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) \w+/;

function breachOutside(text: string): string[] {
  return bearsRepetition.test(text)
    ? []
    : [`outside a transaction only indexes change, CONCURRENTLY and IF [NOT] EXISTS: ${start(text)}`];
}

const harmless =
  /^(?:CREATE TABLE|CREATE (?:OR REPLACE )?FUNCTION|COMMENT ON|INSERT INTO|DROP TABLE|DROP FUNCTION|SELECT (?:distribute_table|copy_table_to_every_node|commit_with_workers)\()/;

function breachInside(text: string, newTables: ReadonlySet<string>, validated: Validated): string[] {
  if (harmless.test(text)) return [];
  const table =
    /^(?:CREATE (?:UNIQUE )?INDEX .*?\bON|ALTER TABLE|UPDATE|DELETE FROM) (\w+)/.exec(text)?.[1] ?? '';
  if (newTables.has(table)) return [];
  if (/^(?:CREATE|DROP) (?:UNIQUE )?INDEX/.test(text))
    return [`an index of a table in use changes CONCURRENTLY, outside a transaction: ${start(text)}`];
  if (/^(?:UPDATE|DELETE)/.test(text))
    return [`rows of a table in use change by a job, in batches: ${start(text)}`];
  const actions = /^ALTER TABLE \w+ (.*)$/.exec(text)?.[1];
  if (actions === undefined) return [`not known to leave the site running: ${start(text)}`];
  return splitActions(actions)
    .filter((action) => !leavesRunning(action, table, validated))
    .map(
      (action) =>
        `a table in use is locked for long, or the version before is broken: ${start(`${table} ${action}`)}`,
    );
}

function splitActions(text: string): string[] {
  return text.split(/, (?=(?:[^()]|\((?:[^()]|\([^()]*\))*\))*$)/);
}

const constant = /(?:'[^']*'|-?[\d.]+|true|false|now\(\))(?:::\w+(?:\[\])?)?/.source;
const type = /[a-z]\w*(?: precision)?(?:\([\d, ]+\))?(?:\[\])?/.source;
const column = new RegExp(
  String.raw`^ADD COLUMN (?:IF NOT EXISTS )?\w+ ${type}(?:(?: NOT NULL)? DEFAULT ${constant}(?: NOT NULL)?)?$`,
);
const quick = [
  /^ADD CONSTRAINT \w+ (?:CHECK|FOREIGN KEY) .* NOT VALID$/,
  /^ADD CONSTRAINT \w+ (?:PRIMARY KEY|UNIQUE) USING INDEX \w+$/,
  /^VALIDATE CONSTRAINT \w+$/,
  /^ALTER COLUMN \w+ (?:SET DEFAULT .*|DROP DEFAULT|DROP NOT NULL|SET STATISTICS -?\d+)$/,
  /^DROP (?:CONSTRAINT|COLUMN) (?:IF EXISTS )?\w+$/,
  /^(?:SET|RESET) \(.*\)$/,
];

function leavesRunning(action: string, table: string, validated: Validated): boolean {
  if (action.startsWith('ADD COLUMN')) {
    const isPlain = !/\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY|GENERATED)\b/.test(action);
    const isFilled = !/NOT NULL/.test(action) || /DEFAULT/.test(action);
    return column.test(action) && isPlain && isFilled;
  }
  const required = /^ALTER COLUMN (\w+) SET NOT NULL$/.exec(action)?.[1];
  if (required !== undefined) return validated.has(`${table}_${required}_not_null`);
  return quick.some((form) => form.test(action));
}

function start(text: string): string {
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
