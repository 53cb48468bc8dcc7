import { nextImportedUsers } from '../../accounts/store/imported.ts';
import { firstId } from '../../kernel/ids.ts';
import { findFollowees } from '../../people/store/follows.ts';
import { findUsers, markMergedAtRead } from '../../people/store/users.ts';
import { backfill, mergedAtReadFrom } from '../../profiles/actions/follows.ts';
import { repair } from '../actions/repair.ts';
import type { ExportDocument, Unreadable } from './export-documents.ts';
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
import type { Importing } from './importing.ts';

type Documents = () => AsyncIterable<ExportDocument | Unreadable>;
type Importer = (parts: Importing, documents: readonly ExportDocument[]) => Promise<void>;

/** A kind of document: where it stands (`*` is an id), and who takes it in. */
type Kind = { readonly name: string; readonly pattern: string; readonly take: Importer };

// In this order: what is named comes before what names it.
const passes: readonly (readonly Kind[])[] = [
  [{ name: 'users', pattern: 'users/*', take: importUsers }],
  [{ name: 'posts', pattern: 'posts/*', take: importPosts }],
  [
    { name: 'follows', pattern: 'users/*/following/*', take: importFollows },
    { name: 'follows', pattern: 'users/*/followers/*', take: importFollows },
    { name: 'saves', pattern: 'users/*/saves/*', take: importSaves },
    { name: 'notifications', pattern: 'users/*/notifications/*', take: importNotifications },
    { name: 'likes', pattern: 'posts/*/likes/*', take: importLikes },
    { name: 'reposts', pattern: 'posts/*/reposts/*', take: importReposts },
    { name: 'votes', pattern: 'posts/*/pollVotes/*', take: importVotes },
    { name: 'comments', pattern: 'posts/*/comments/*', take: importComments },
    { name: 'ads', pattern: 'ads/*', take: importAds },
    { name: 'admins', pattern: 'admins/*', take: importAdmins },
  ],
];

const batch = 500;

/**
 * Takes an export in: users, then posts, then what hangs on them; then counts everything and fills the timelines.
 * What an earlier run brought, whole or cut off, stays as it is: another run goes on where that one ended.
 */
export async function importSite(
  parts: Importing,
  documents: Documents,
  onStep: (step: string) => void,
): Promise<void> {
  await tellUnknown(parts, documents);
  for (const kinds of passes) {
    onStep([...new Set(kinds.map(({ name }) => name))].join(', '));
    await takeAll(parts, documents, kinds);
  }
  onStep('quotes');
  // Counted already: they are posts.
  await takeAll(parts, documents, [{ name: '', pattern: 'posts/*', take: importQuotes }]);
  onStep('counters');
  await repair(parts);
  onStep('timelines');
  await fillTimelines(parts);
  await parts.statement(async (db) => db.fact({ type: 'everything-changed' }));
}

async function takeAll(parts: Importing, documents: Documents, kinds: readonly Kind[]): Promise<void> {
  const waiting = new Map<Kind, ExportDocument[]>(kinds.map((kind) => [kind, []]));
  const flush = async (kind: Kind) => {
    const taken = waiting.get(kind) ?? [];
    waiting.set(kind, []);
    if (kind.name !== '') parts.report.read(kind.name, taken.length);
    if (taken.length > 0) await kind.take(parts, taken);
  };
  for await (const document of documents()) {
    if (!('path' in document)) continue;
    const pattern = patternOf(document.path);
    const kind = kinds.find((one) => one.pattern === pattern);
    if (!kind || document.path.some((part) => part.length > 1_000)) continue;
    waiting.get(kind)?.push(document);
    if (waiting.get(kind)?.length === batch) await flush(kind);
  }
  for (const kind of kinds) await flush(kind);
}

// post_summaries are made from the posts.
const known = new Set([...passes.flat().map(({ pattern }) => pattern), 'post_summaries/*']);

async function tellUnknown({ report }: Importing, documents: Documents): Promise<void> {
  for await (const document of documents()) {
    if (!('path' in document)) report.skip('unreadable', document.where, document.reason);
    else if (!known.has(patternOf(document.path)))
      report.skip('unknown', document.path.join('/'), 'no collection of the product');
    else if (document.path.some((part) => part.length > 1_000))
      report.skip('unreadable', document.path.join('/').slice(0, 200), 'path too long');
  }
}

function patternOf(path: readonly string[]): string {
  return path.map((part, i) => (i % 2 === 0 ? part : '*')).join('/');
}

async function fillTimelines(parts: Importing): Promise<void> {
  const { db } = parts;
  for (let after = firstId; ;) {
    const uids = await nextImportedUsers(db, after);
    const last = uids.at(-1);
    if (last === undefined) return;
    after = last;
    for (const user of await findUsers(db, uids)) {
      if (user.followers_count >= mergedAtReadFrom) await markMergedAtRead(db, user.uid);
    }
    for (const uid of uids) {
      const authors = await findUsers(db, await findFollowees(db, uid));
      for (const author of authors) if (!author.merged_at_read) await backfill(parts, uid, author.uid);
    }
  }
}
