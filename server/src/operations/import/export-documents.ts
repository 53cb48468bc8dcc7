import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { fieldsOf, type LegacyFields } from '../../../../contract/src/rules/legacy/legacy-values.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { readLines } from './read-lines.ts';

/** `path` is ['users', 'u1', 'following', 'u2'], for example. */
export type ExportDocument = { readonly path: readonly string[]; readonly data: LegacyFields };

export type Unreadable = { readonly where: string; readonly reason: string };

// No real document is longer.
const lineMaxBytes = 1_048_576 * 2;
// A JSON export is read into memory; larger ones must have one document per line.
const jsonMax = 256 * 1_048_576;

/**
 * Reads the formats of docs/import.md. Call the result for each pass: lines are streamed, so an export may be
 * larger than memory.
 * @throws {StartFailure} when there is no export
 */
export async function exportDocuments(
  path: string,
): Promise<() => AsyncIterable<ExportDocument | Unreadable>> {
  const about = await stat(path).catch(() => null);
  if (!about) throw new StartFailure(`There is no export at ${path}.`);
  const files = about.isDirectory()
    ? (await readdir(path)).filter((name) => /\.(?:ndjson|jsonl)$/i.test(name)).toSorted()
    : null;
  if (files?.length === 0) throw new StartFailure(`There is no .ndjson file in ${path}.`);
  if (files) return () => linesOf(files.map((name) => join(path, name)));
  if (/\.json$/i.test(path)) {
    const documents = await nestedDocuments(path, about);
    return async function* () {
      yield* documents;
    };
  }
  return () => linesOf([path]);
}

async function* linesOf(paths: readonly string[]): AsyncGenerator<ExportDocument | Unreadable> {
  for (const path of paths) {
    let number = 0;
    for await (const line of readLines(path, lineMaxBytes)) {
      number++;
      const where = `${path}:${number}`;
      if (line === null) yield { where, reason: 'line too long' };
      else if (line.trim() !== '') yield documentOf(line, where);
    }
  }
}

function documentOf(line: string, where: string): ExportDocument | Unreadable {
  let record: LegacyFields | null;
  try {
    record = parseFields(line);
  } catch {
    return { where, reason: 'not JSON' };
  }
  const { path, data } = record ?? {};
  const fields = fieldsOf(data);
  if (typeof path !== 'string' || !fields) return { where, reason: 'no path and data' };
  return { path: path.split('/').filter(Boolean), data: fields };
}

async function nestedDocuments(path: string, { size }: Stats): Promise<ExportDocument[]> {
  if (size > jsonMax)
    throw new StartFailure(
      `${path} is larger than 256 MB: export it with one document per line (docs/import.md).`,
    );
  let fields: LegacyFields | null;
  try {
    fields = parseFields(await readFile(path, 'utf8'));
  } catch {
    fields = null;
  }
  const root = fields && collectionsOf(fields, true);
  if (!root) throw new StartFailure(`${path} is not a JSON document with collections.`);
  const documents: ExportDocument[] = [];
  collect(root, [], documents);
  return documents;
}

function parseFields(text: string): LegacyFields | null {
  // Trimming removes the byte order mark that some tools write first.
  return fieldsOf(JSON.parse(text.trim()));
}

const subcollections = [
  'following',
  'followers',
  'saves',
  'notifications',
  'likes',
  'reposts',
  'pollVotes',
  'comments',
];

// Some export tools put subcollections under `__collections__`, others among the fields.
function collectionsOf(fields: LegacyFields, isRoot = false): LegacyFields | null {
  const wrapper = fieldsOf(fields['__collections__']);
  if (wrapper || isRoot) return wrapper ?? fields;
  const plain = subcollections.filter((name) => isCollection(fields[name]));
  return plain.length > 0 ? Object.fromEntries(plain.map((name) => [name, fields[name]])) : null;
}

// A map of objects: counters may have the name of a subcollection.
function isCollection(value: unknown): boolean {
  const map = fieldsOf(value);
  return map !== null && Object.values(map).every((document) => fieldsOf(document) !== null);
}

function collect(collections: LegacyFields, above: readonly string[], documents: ExportDocument[]): void {
  for (const [name, collection] of Object.entries(collections)) {
    for (const [id, document] of Object.entries(fieldsOf(collection) ?? {})) {
      const path = [...above, name, id];
      const data = fieldsOf(document) ?? {};
      documents.push({ path, data });
      const below = collectionsOf(data);
      if (below) collect(below, path, documents);
    }
  }
}
