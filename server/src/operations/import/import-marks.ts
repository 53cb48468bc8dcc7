import { legacyComment, legacyVote } from '../../../../contract/src/rules/legacy/legacy-records.ts';
import { type LegacyFields, pastTimeOf } from '../../../../contract/src/rules/legacy/legacy-values.ts';
import { findImported, type ImportedKind, insertImported } from '../../accounts/store/imported.ts';
import { newId } from '../../kernel/ids.ts';
import type { WriteTransaction } from '../../kernel/writes.ts';
import { findBlocksAmong } from '../../people/store/blocks.ts';
import { findOfficialUid } from '../../people/store/users.ts';
import { insertManyComments } from '../store/bulk/comments.ts';
import { insertManyLikes, insertManySaves, insertManyVotes } from '../store/bulk/marks.ts';
import { insertManyEdges } from '../store/bulk/people.ts';
import { insertManyReposts } from '../store/bulk/posts.ts';
import type { ExportDocument } from './export-documents.ts';
import { type ImportContext, latestTime } from './import-context.ts';
import { findImportedPosts, findImportedUsers } from './import-posts.ts';

// In users/{uid}/following/{uid} and users/{uid}/followers/{uid}: an edge may be in either, or in both.
export async function importFollows(
  parts: ImportContext,
  documents: readonly ExportDocument[],
): Promise<void> {
  const { db, report, transaction } = parts;
  const edges = documents.map(({ path, data }) => {
    const [, owner = '', list, other = ''] = path;
    const [follower, followee] = list === 'following' ? [owner, other] : [other, owner];
    return { path, follower, followee, at: pastTimeOf(latestTime(parts), data['createdAt']) ?? parts.now() };
  });
  const users = await findImportedUsers(
    parts,
    edges.flatMap(({ follower, followee }) => [follower, followee]),
  );
  const official = await findOfficialUid(db);
  const rows = edges.flatMap(({ path, at, ...edge }) => {
    const [follower, followee] = [users.get(edge.follower), users.get(edge.followee)];
    if (follower === undefined || followee === undefined) return skip(parts, 'follows', path, 'user unknown');
    if (follower === followee) return skip(parts, 'follows', path, 'follows themselves');
    return [{ path, follower, followee, at }];
  });
  // A block since an earlier import stays.
  const blocks = await findBlocksAmong(
    db,
    rows.flatMap(({ follower, followee }) => [follower, followee]),
  );
  const allowed = rows.filter(({ path, follower, followee }) => {
    const isBlocked = blocks.has(`${follower} ${followee}`) || blocks.has(`${followee} ${follower}`);
    if (isBlocked) skip(parts, 'follows', path, 'blocked');
    return !isBlocked;
  });
  await transaction(async (tx) => {
    const isOfficial = (row: { followee: string }) => row.followee === official;
    await insertManyEdges(
      tx,
      allowed.filter((row) => !isOfficial(row)),
    );
    await insertManyEdges(tx, allowed.filter(isOfficial), { official: true });
  });
  report.imported('follows', allowed.length);
}

export async function importSaves(parts: ImportContext, documents: readonly ExportDocument[]): Promise<void> {
  const marks = documents.map(({ path, data }) => ({ path, uid: path[1], postId: path[3], data }));
  const rows = await resolveIds(parts, 'saves', marks);
  await insertManySaves(parts.db, rows);
  parts.report.imported('saves', rows.length);
}

export async function importLikes(parts: ImportContext, documents: readonly ExportDocument[]): Promise<void> {
  const rows = await resolveIds(parts, 'likes', underPosts(documents));
  await insertManyLikes(parts.db, rows);
  parts.report.imported('likes', rows.length);
}

export async function importVotes(parts: ImportContext, documents: readonly ExportDocument[]): Promise<void> {
  const marks = await resolveIds(parts, 'votes', underPosts(documents));
  const rows = marks.flatMap(({ path, data, ...mark }) => {
    const option = legacyVote(data);
    return option ? [{ ...mark, option }] : skip(parts, 'votes', path, 'option unknown');
  });
  await insertManyVotes(parts.db, rows);
  parts.report.imported('votes', rows.length);
}

export async function importReposts(
  parts: ImportContext,
  documents: readonly ExportDocument[],
): Promise<void> {
  const marks = await resolveIds(parts, 'reposts', underPosts(documents));
  await importOnce(
    parts,
    'repost',
    'reposts',
    marks.map((mark) => Object.assign(mark, { newId: newId(mark.at) })),
    (tx, rows) =>
      // Timelines are filled at the end, when all follows are imported.
      insertManyReposts(
        tx,
        rows.map(({ newId: entryId, ...row }) => ({ ...row, entryId })),
        Infinity,
      ),
  );
}

export async function importComments(
  parts: ImportContext,
  documents: readonly ExportDocument[],
): Promise<void> {
  const comments = documents.map(({ path, data }) => {
    const comment = legacyComment(data, latestTime(parts));
    return { path, data, uid: comment.authorId ?? undefined, postId: path[1], comment };
  });
  const marks = await resolveIds(parts, 'comments', comments);
  const rows = marks.flatMap((mark) => {
    const { text, createdAt: at } = mark.comment;
    if (text === null) return skip(parts, 'comments', mark.path, 'empty');
    if (at === null) return skip(parts, 'comments', mark.path, 'no time');
    return [{ ...mark, text, at, newId: newId(at) }];
  });
  await importOnce(parts, 'comment', 'comments', rows, (tx, newRows) =>
    insertManyComments(
      tx,
      newRows.map(({ newId: id, ...row }) => ({ ...row, id, replyTo: null, rootId: null, likes: 0 })),
    ),
  );
}

type Mark = {
  path: readonly string[];
  data: LegacyFields;
  uid: string | undefined;
  postId: string | undefined;
};

function underPosts(documents: readonly ExportDocument[]): Mark[] {
  return documents.map(({ path, data }) => ({ path, data, uid: path[3], postId: path[1] }));
}

/** Skips marks whose user or post does not exist. */
async function resolveIds<M extends Mark>(parts: ImportContext, kind: string, marks: readonly M[]) {
  const users = await findImportedUsers(
    parts,
    marks.flatMap(({ uid }) => uid ?? []),
  );
  const posts = await findImportedPosts(
    parts,
    marks.flatMap(({ postId }) => postId ?? []),
  );
  return marks.flatMap((mark) => {
    const uid = users.get(mark.uid ?? '');
    const post = posts.get(mark.postId ?? '');
    if (!post) return skip(parts, kind, mark.path, 'post unknown');
    if (uid === undefined) return skip(parts, kind, mark.path, 'user unknown');
    const at = pastTimeOf(latestTime(parts), mark.data['createdAt']) ?? parts.now();
    return [{ ...mark, uid, postId: post.id, authorUid: post.ownerUid, at }];
  });
}

type NewRow = { path: readonly string[]; newId: string };

export async function importOnce<Row extends NewRow>(
  { db, report, transaction }: ImportContext,
  importedKind: ImportedKind,
  kind: string,
  rows: readonly Row[],
  write: (tx: WriteTransaction, newRows: Row[]) => Promise<void>,
): Promise<void> {
  const oldIdOf = ({ path }: Row) => path.slice(1).join('/');
  const newIds = await findImported(db, importedKind, rows.map(oldIdOf));
  const byOldId = new Map(rows.map((row) => [oldIdOf(row), row]));
  for (const oldId of newIds.keys()) byOldId.delete(oldId);
  const candidates = [...byOldId].map(([oldId, row]) => ({ oldId, newId: row.newId, row }));
  if (candidates.length === 0) return report.existing(kind, rows.length);
  const imported = await transaction(async (tx) => {
    const inserted = await insertImported(tx, importedKind, candidates);
    const newRows = candidates.filter(({ oldId }) => inserted.has(oldId)).map(({ row }) => row);
    if (newRows.length > 0) await write(tx, newRows);
    return newRows.length;
  });
  report.existing(kind, rows.length - imported);
  report.imported(kind, imported);
}

export function skip({ report }: ImportContext, kind: string, path: readonly string[], reason: string): [] {
  report.skip(kind, path.join('/'), reason);
  return [];
}
