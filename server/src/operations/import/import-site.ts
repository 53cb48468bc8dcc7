import { nextImportedUsers } from '../../accounts/store/imported.ts';
import { firstId } from '../../kernel/ids.ts';
import { readPages } from '../../kernel/read-pages.ts';
import { findFollowees } from '../../people/store/follows.ts';
import { findUsers, markMergedAtRead } from '../../people/store/users.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { backfill, mergedAtReadFrom } from '../../profiles/actions/follows.ts';
import { repair } from '../actions/repair.ts';
import type { ExportDocument, Unreadable } from './export-documents.ts';
import type { ImportContext } from './import-context.ts';
import {
  importComments,
  importFollows,
  importLikes,
  importReposts,
  importSaves,
  importVotes,
} from './import-marks.ts';
import { importAdmins, importAds, importNotifications } from './import-notices.ts';
import { importUsers } from './import-people.ts';
import { importPosts, importQuotes } from './import-posts.ts';

type Documents = () => AsyncIterable<ExportDocument | Unreadable>;
type Importer = (parts: ImportContext, documents: readonly ExportDocument[]) => Promise<void>;

/** In `pattern`, `*` is an id. */
type Kind = { readonly name: string; readonly pattern: string; readonly import: Importer };

// Referenced documents come first.
const passes: readonly (readonly Kind[])[] = [
  [{ name: 'users', pattern: 'users/*', import: importUsers }],
  [{ name: 'posts', pattern: 'posts/*', import: importPosts }],
  [
    { name: 'follows', pattern: 'users/*/following/*', import: importFollows },
    { name: 'follows', pattern: 'users/*/followers/*', import: importFollows },
    { name: 'saves', pattern: 'users/*/saves/*', import: importSaves },
    { name: 'notifications', pattern: 'users/*/notifications/*', import: importNotifications },
    { name: 'likes', pattern: 'posts/*/likes/*', import: importLikes },
    { name: 'reposts', pattern: 'posts/*/reposts/*', import: importReposts },
    { name: 'votes', pattern: 'posts/*/pollVotes/*', import: importVotes },
    { name: 'comments', pattern: 'posts/*/comments/*', import: importComments },
    { name: 'ads', pattern: 'ads/*', import: importAds },
    { name: 'admins', pattern: 'admins/*', import: importAdmins },
  ],
];

const batch = 500;

/**
 * Keeps the rows of earlier runs, so an interrupted import can be run again.
 * @throws {StartFailure} when no document is of this product; the report says why for each
 */
export async function importSite(
  parts: ImportContext,
  documents: Documents,
  onStep: (step: string) => void,
): Promise<void> {
  if (!(await reportUnknown(parts, documents)))
    throw new StartFailure(
      'Nothing was imported: no document is of an export that docs/import.md describes.',
    );
  for (const kinds of passes) {
    onStep([...new Set(kinds.map(({ name }) => name))].join(', '));
    await importAll(parts, documents, kinds);
  }
  onStep('quotes');
  // No name: these documents are already counted as posts.
  await importAll(parts, documents, [{ name: '', pattern: 'posts/*', import: importQuotes }]);
  onStep('counters');
  await repair(parts);
  onStep('timelines');
  await fillTimelines(parts);
  await parts.statement(async (db) => db.fact({ type: 'everything-changed' }));
}

async function importAll(parts: ImportContext, documents: Documents, kinds: readonly Kind[]): Promise<void> {
  const waiting = new Map<Kind, ExportDocument[]>(kinds.map((kind) => [kind, []]));
  const flush = async (kind: Kind) => {
    const documentsOfKind = waiting.get(kind) ?? [];
    waiting.set(kind, []);
    if (kind.name !== '') parts.report.read(kind.name, documentsOfKind.length);
    if (documentsOfKind.length > 0) await kind.import(parts, documentsOfKind);
  };
  for await (const document of documents()) {
    if (!('path' in document)) continue;
    const pattern = patternOf(document.path);
    const kind = kinds.find((one) => one.pattern === pattern);
    if (!kind || pathProblem(document.path) !== null) continue;
    waiting.get(kind)?.push(document);
    if (waiting.get(kind)?.length === batch) await flush(kind);
  }
  for (const kind of kinds) await flush(kind);
}

// `post_summaries` are rebuilt from the posts.
const knownPatterns = new Set([...passes.flat().map(({ pattern }) => pattern), 'post_summaries/*']);

/** @returns whether any document is known */
async function reportUnknown({ report }: ImportContext, documents: Documents): Promise<boolean> {
  let isAnyKnown = false;
  for await (const document of documents()) {
    if (!('path' in document)) {
      report.skip('unreadable', document.where, document.reason);
      continue;
    }
    const problem = pathProblem(document.path);
    if (!knownPatterns.has(patternOf(document.path)))
      report.skip('unknown', document.path.join('/'), 'not a collection of this product');
    else if (problem !== null) report.skip('unreadable', document.path.join('/').slice(0, 200), problem);
    else isAnyKnown = true;
  }
  return isAnyKnown;
}

// The database refuses larger ids of imported documents, and larger keys of indexes.
const oldIdMaxBytes = 1_500;

function pathProblem([, ...ids]: readonly string[]): string | null {
  const oldId = ids.join('/');
  if (Buffer.byteLength(oldId) > oldIdMaxBytes) return 'path too long';
  // A lone surrogate would be stored as another character, and the document imported on each run.
  return oldId.includes('\0') || !oldId.isWellFormed() ? 'path with invalid characters' : null;
}

function patternOf(path: readonly string[]): string {
  return path.map((part, i) => (i % 2 === 0 ? part : '*')).join('/');
}

async function fillTimelines(parts: ImportContext): Promise<void> {
  const { db } = parts;
  const pages = readPages(
    (after) => nextImportedUsers(db, after),
    (last) => last,
    { first: firstId },
  );
  for await (const uids of pages) {
    for (const user of await findUsers(db, uids)) {
      if (user.followers_count >= mergedAtReadFrom) await markMergedAtRead(db, user.uid);
    }
    for (const uid of uids) {
      const authors = await findUsers(db, await findFollowees(db, uid));
      for (const author of authors) if (!author.merged_at_read) await backfill(parts, uid, author.uid);
    }
  }
}
