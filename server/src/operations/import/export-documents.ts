import { createReadStream, type Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { fieldsOf, type LegacyFields } from '../../../../contract/src/rules/legacy/legacy-values.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';

/** One document of an export: its path, such as ['users', 'u1', 'following', 'u2'], and its fields. */
export type ExportDocument = { readonly path: readonly string[]; readonly data: LegacyFields };

export type Unreadable = { readonly where: string; readonly reason: string };

/** Real documents are shorter. */
const lineMax = 1_048_576 * 2;
/** A JSON export is read into memory; larger ones must have one document per line. */
const jsonMax = 256 * 1_048_576;

/**
 * The documents of an export; call the result for each pass. Accepts a file with one document per line (`{"path":
 * "users/u1", "data": {…}}`), a folder of such files, or one JSON document of nested collections (docs/import.md).
 * Lines are streamed, so an export may be larger than memory.
 * @throws {StartFailure} when there is none
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
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    let number = 0;
    for await (const line of lines) {
      number++;
      if (line.trim() !== '') yield documentOf(line, `${path}:${number}`);
    }
  }
}

function documentOf(line: string, where: string): ExportDocument | Unreadable {
  if (line.length > lineMax) return { where, reason: 'line too long' };
  let parsed: LegacyFields | null;
  try {
    parsed = fieldsOf(JSON.parse(line));
  } catch {
    return { where, reason: 'not JSON' };
  }
  const { path, data } = parsed ?? {};
  const fields = fieldsOf(data);
  if (typeof path !== 'string' || !fields) return { where, reason: 'no path and data' };
  return { path: path.split('/').filter(Boolean), data: fields };
}

async function nestedDocuments(path: string, { size }: Stats): Promise<ExportDocument[]> {
  if (size > jsonMax)
    throw new StartFailure(
      `${path} is larger than 256 MB: export it with one document per line (docs/import.md).`,
    );
  let parsed: LegacyFields | null;
  try {
    parsed = fieldsOf(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    parsed = null;
  }
  const root = parsed && collectionsOf(parsed, true);
  if (!root) throw new StartFailure(`${path} is not a JSON document with collections.`);
  const documents: ExportDocument[] = [];
  collect(root, [], documents);
  return documents;
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

// Some export tools put subcollections under this name, others among the fields.
function collectionsOf(fields: LegacyFields, isRoot = false): LegacyFields | null {
  const named = fieldsOf(fields['__collections__']);
  if (named || isRoot) return named ?? fields;
  const plain = subcollections.filter((name) => isCollection(fields[name]));
  return plain.length > 0 ? Object.fromEntries(plain.map((name) => [name, fields[name]])) : null;
}

// A map of documents, each an object; counters with the same names are numbers.
function isCollection(stored: unknown): boolean {
  const map = fieldsOf(stored);
  return map !== null && Object.values(map).every((document) => fieldsOf(document) !== null);
}

function collect(collections: LegacyFields, above: readonly string[], documents: ExportDocument[]): void {
  for (const [name, stored] of Object.entries(collections)) {
    for (const [id, document] of Object.entries(fieldsOf(stored) ?? {})) {
      const path = [...above, name, id];
      const data = fieldsOf(document) ?? {};
      documents.push({ path, data });
      const below = collectionsOf(data);
      if (below) collect(below, path, documents);
    }
  }
}
