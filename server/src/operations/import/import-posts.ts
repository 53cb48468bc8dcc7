import type { LinkPreview } from '../../../../contract/src/calls/shapes.ts';
import { type LegacyPost, legacyPost } from '../../../../contract/src/rules/legacy/legacy-records.ts';
import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { findImported, insertImported } from '../../accounts/store/imported.ts';
import { firstId, newId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import { addToTotal } from '../../kernel/store/totals.ts';
import { previewOf } from '../../links/store/link-previews.ts';
import { takeUpload } from '../../media/store/uploads.ts';
import { findUsers } from '../../people/store/users.ts';
import { attachmentOf } from '../../posts/store/attachments.ts';
import { insertPosts } from '../../posts/store/new-posts.ts';
import { countPosts, insertUserPosts } from '../../posts/store/post-lists.ts';
import { findPosts, openControls, setQuoteOf, updatePostText } from '../../posts/store/posts.ts';
import { insertOnOwnTimelines } from '../../timeline/store/timeline.ts';
import type { ExportDocument } from './export-documents.ts';
import { type ImportContext, latestTime } from './import-context.ts';
import { importFile, importPreviewImage } from './import-file.ts';

const kind = 'posts';

/** Quotes are set afterwards: the quoted post may come later. */
export async function importPosts(parts: ImportContext, documents: readonly ExportDocument[]): Promise<void> {
  const { db, report } = parts;
  const posts = documents.map(({ path, data }) => ({
    oldId: path[1] ?? '',
    post: legacyPost(data, latestTime(parts)),
  }));
  const newIds = await findImported(
    db,
    'post',
    posts.map(({ oldId }) => oldId),
  );
  const owners = await findImportedUsers(
    parts,
    posts.flatMap(({ post }) => post.ownerId ?? []),
  );
  for (const { oldId, post } of posts) {
    const path = `posts/${oldId}`;
    const ownerUid = post.ownerId === null ? undefined : owners.get(post.ownerId);
    if (newIds.has(oldId)) report.existing(kind);
    else if (post.repostOf !== null)
      report.skip(kind, path, 'a repost marker: reposts are stored under their posts');
    else if (!post.isPublic) report.skip(kind, path, 'not public');
    else if (ownerUid === undefined) report.skip(kind, path, 'author unknown');
    else if (post.createdAt === null) report.skip(kind, path, 'no time');
    else await importPost(parts, oldId, { ...post, ownerUid, createdAt: post.createdAt });
  }
}

type CompletePost = LegacyPost & { ownerUid: string; createdAt: Date };

async function importPost(parts: ImportContext, oldId: string, post: CompletePost): Promise<void> {
  const { report, now, transaction, isDistributed } = parts;
  const path = `posts/${oldId}`;
  const { ownerUid, text, link, poll, media, createdAt: at, editedAt } = post;
  const id = newId(at);
  const from = media?.path ?? null;
  const upload = from === null ? null : await importFile(parts, { uid: ownerUid, purpose: 'post', from });
  if (upload === null && text === '' && link === null && poll === null && post.quoteOf === null)
    return report.skip(kind, path, media ? 'nothing but a missing file' : 'empty');
  const linkPreview = await importPreview(parts, path, post);
  const isNew = await transaction(async (tx) => {
    if (!(await insertImported(tx, 'post', [{ oldId, newId: id }])).has(oldId)) return false;
    const file = upload && (await takeUpload(tx, { key: upload.key, ownerUid, purpose: 'post', at: now() }));
    const files = file ? [attachmentOf(file)] : [];
    const content = { text, link, linkPreview, poll, files, quoteOf: null, warning: null };
    await insertPosts(tx, [{ ...content, ...openControls, id, ownerUid, at }]);
    await addToTotal(tx, 'posts', 1);
    await countPosts(tx, [ownerUid], { isDistributed: await isDistributed() });
    await insertUserPosts(tx, [{ ownerUid, postId: id, hasMedia: file !== null, club: null }]);
    await insertOnOwnTimelines(tx, [{ postId: id, ownerUid }]);
    if (topicsOf(text).length > 0) await addJob(tx, 'index-topics', { postId: id, before: [] });
    if (editedAt) await updatePostText(tx, { id, text, link, linkPreview, at: editedAt });
    return true;
  });
  if (!isNew) return report.existing(kind);
  if (media && !upload) report.change(path, 'without its file');
  report.imported(kind);
}

// Only an imported file: readers must not be sent to another site for the picture.
async function importPreview(
  parts: ImportContext,
  path: string,
  { linkPreview }: LegacyPost,
): Promise<LinkPreview | null> {
  if (!linkPreview) return null;
  const { image, ...texts } = linkPreview;
  const from = image?.path ?? null;
  const imageKey = from === null ? null : await importPreviewImage(parts, from);
  if (image && imageKey === null) parts.report.change(path, 'without the picture of its link preview');
  const hasContent = texts.title !== null || texts.description !== null || imageKey !== null;
  return hasContent ? previewOf({ ...texts, imageKey }) : null;
}

export async function importQuotes(
  parts: ImportContext,
  documents: readonly ExportDocument[],
): Promise<void> {
  const { db, report } = parts;
  const quotes = documents.flatMap(({ path, data }) => {
    const { quoteOf } = legacyPost(data, latestTime(parts));
    return quoteOf === null ? [] : [{ oldId: path[1] ?? '', quoteOf }];
  });
  const ids = await findImported(
    db,
    'post',
    quotes.flatMap(({ oldId, quoteOf }) => [oldId, quoteOf]),
  );
  for (const { oldId, quoteOf } of quotes) {
    const [id, quotedId] = [ids.get(oldId), ids.get(quoteOf)];
    if (!id) continue;
    if (!quotedId) report.change(`posts/${oldId}`, 'quotes a missing post');
    // No post has the id `firstId`: it shows as a quote of a deleted post.
    await setQuoteOf(db, id, quotedId ?? firstId);
  }
}

/** Uids by old id, of users that still exist. */
export async function findImportedUsers(
  { db }: ImportContext,
  oldIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = await findImported(db, 'user', oldIds);
  const users = await findUsers(
    db,
    [...ids.values()].filter((id) => id !== null),
  );
  const existing = new Set(users.map(({ uid }) => uid));
  return new Map(
    [...ids].flatMap(([oldId, uid]) => (uid !== null && existing.has(uid) ? [[oldId, uid]] : [])),
  );
}

/** By old id; only posts that still exist. */
export async function findImportedPosts(
  { db }: ImportContext,
  oldIds: readonly string[],
): Promise<Map<string, { id: string; ownerUid: string }>> {
  const ids = await findImported(db, 'post', oldIds);
  const posts = await findPosts(
    db,
    [...ids.values()].filter((id) => id !== null),
    'posts',
  );
  const owners = new Map(posts.map((post) => [post.id, post.owner_uid]));
  return new Map(
    [...ids].flatMap(([oldId, id]) => {
      const ownerUid = id === null ? undefined : owners.get(id);
      return id !== null && ownerUid !== undefined ? [[oldId, { id, ownerUid }]] : [];
    }),
  );
}
