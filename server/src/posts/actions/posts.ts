import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import { type Attempt, earlierResult } from '../../kernel/idempotency.ts';
import { isId, newId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { acceptPreview } from '../../links/actions/preview-texts.ts';
import { findLinkPreview } from '../../links/store/link-previews.ts';
import { takeUploads } from '../../media/store/uploads.ts';
import { mentionedIn, mentionDrafts } from '../../notifications/actions/notifications.ts';
import { findUsers } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { attachmentOf, type StoredAttachment, updateAttachments } from '../store/attachments.ts';
import {
  deleteUserPost,
  findEditablePost,
  insertPost,
  insertUserPost,
  storedFiles,
  updatePostText,
} from '../store/posts.ts';
import { findRemovedPosts, hidePost } from '../store/removed-posts.ts';
import { openPost, openPostRules, postNotFound } from './open-post.ts';
import {
  describedFiles,
  emptyPost,
  newPoll,
  postLink,
  postText,
  type RequestedFile,
  requestedFiles,
  tooManyFiles,
} from './post-content.ts';
import { refuseQuote } from './post-controls.ts';
import { newWarning } from './warnings.ts';

/**
 * Publishes a post: when this returns it is stored, counted and on its author's own timeline; a job fans it out to
 * the followers. A repeated attempt returns the first post's id.
 * @returns the post's id
 */
export async function publishPost(
  { db, now, transaction }: Writes,
  uid: string,
  input: Input<'publishPost'>,
  attempt: Attempt,
): Promise<string> {
  const at = now();
  const postId = newId(at);
  const content = {
    text: postText(input.text ?? ''),
    link: postLink(input.link ?? ''),
    poll: input.poll ? newPoll(input.poll, at) : null,
    quoteOf: input.quoteOf ?? null,
    warning: input.warning ? newWarning(input.warning) : null,
    commentPolicy: input.commentPolicy ?? 'all',
    quotesAllowed: input.quotesAllowed ?? true,
  };
  const { link } = content;
  const requested = requestedFiles(input);
  const tags = tagsIn(content.text);
  const storedPreview = link === null ? null : await findLinkPreview(db, link);
  const linkPreview = link === null ? null : acceptPreview(storedPreview, input.linkPreview);
  const isEmpty = content.text === '' && content.link === null && !content.poll && content.quoteOf === null;
  if (isEmpty && requested.length === 0) throw emptyPost();
  const earlier = await transaction(async (tx) => {
    const result = await earlierResult(tx, uid, attempt, postId, at);
    if (result !== null) return result;
    const quotedUid = content.quoteOf === null ? null : await openQuoted(tx, uid, content.quoteOf);
    const files = await claimFiles(tx, uid, requested, at);
    await insertPost(tx, { id: postId, ownerUid: uid, ...content, linkPreview, files, at });
    const club = await insertUserPost(tx, { ownerUid: uid, postId, hasMedia: files.length > 0 });
    const listed = { postId, ownerUid: uid, ...(club !== null && { club }) };
    await addJob(tx, 'fan-out-post', { ...listed, hasTopics: tags.length > 0 });
    if (storedPreview === null) await enqueuePreview(tx, postId, link);
    const mentioned = (await mentionedIn(tx, content.text)).filter((other) => other !== quotedUid);
    const common = { actorUid: uid, postId, text: content.text };
    const news = mentionDrafts(mentioned, common);
    if (quotedUid !== null) news.push({ ...common, uid: quotedUid, type: 'quote' });
    tx.notify(...news);
    tx.fact({ type: 'post-published', ...listed, ...(tags.length > 0 && { tags }) });
    return null;
  });
  return earlier ?? postId;
}

/**
 * Changes the text and link of the user's own post, and the descriptions of its files; files, poll and quote stay. A
 * changed link gets a new preview.
 */
export async function editPost(
  { db, transaction }: Writes,
  uid: string,
  input: Input<'editPost'>,
): Promise<void> {
  const { postId } = input;
  const post = isId(postId) ? await findEditablePost(db, postId) : null;
  if (!post) throw postNotFound();
  if (post.owner_uid !== uid) {
    await openPost(db, uid, postId);
    throw new Problem('permission-denied');
  }
  const text = postText(input.text);
  const link = postLink(input.link);
  const files = storedFiles(post);
  const described = input.alts && describedFiles(files, input.alts);
  const isRewritten = text !== post.text || link !== post.link;
  const hasOtherContent = post.media_key !== null || post.poll !== null || post.quote_of !== null;
  if (text === '' && link === null && !hasOtherContent) throw emptyPost();
  const currentPreview = link === null || link !== post.link ? null : post.link_preview;
  const linkPreview = currentPreview ?? (link === null ? null : await findLinkPreview(db, link));
  await transaction(async (tx) => {
    if (isRewritten && !(await updatePostText(tx, { id: postId, text, link, linkPreview, at: tx.at })))
      throw postNotFound();
    if (described && described.length > 0 && !(await updateAttachments(tx, postId, described)))
      throw postNotFound();
    if (linkPreview === null) await enqueuePreview(tx, postId, link);
    const before = tagsIn(post.text);
    if (before.length > 0 || tagsIn(text).length > 0) await addJob(tx, 'index-topics', { postId, before });
    const mentioned = await mentionedIn(tx, text, post.text);
    tx.notify(...mentionDrafts(mentioned, { actorUid: uid, postId, text }));
    tx.fact({ type: 'post-edited', postId });
  });
}

/** Deletes the user's own post: hidden from everybody at once; a job removes its likes, comments and the like. */
export async function deletePost(writes: Writes, uid: string, postId: string): Promise<void> {
  const ownerUid = await openPost(writes.db, uid, postId);
  if (ownerUid !== uid) throw new Problem('permission-denied');
  await hideAndEnqueueRemoval(writes, { postId, ownerUid });
}

export async function deletePostAsAdmin(writes: Writes, uid: string, postId: string): Promise<void> {
  const { db } = writes;
  const post = isId(postId) ? await findEditablePost(db, postId) : null;
  if (!post) throw postNotFound();
  const [owner] = await findUsers(db, [post.owner_uid]);
  const label = [displayHandle(owner?.handle ?? ''), post.text].filter(Boolean).join(': ');
  await hideAndEnqueueRemoval(writes, { postId, ownerUid: post.owner_uid }, (tx) =>
    writeAudit(tx, tx.at, {
      actor: { uid },
      action: 'post-deleted',
      target: { kind: 'post', id: postId, label },
    }),
  );
}

async function hideAndEnqueueRemoval(
  { transaction }: Writes,
  { postId, ownerUid }: { postId: string; ownerUid: string },
  audit?: (tx: WriteTransaction) => Promise<void>,
): Promise<void> {
  await transaction(async (tx) => {
    const keys = await hidePost(tx, postId, tx.at);
    if (keys === null) throw postNotFound();
    const club = await deleteUserPost(tx, ownerUid, postId);
    const removed = { postId, ownerUid, ...(club !== null && { club }) };
    await addJob(tx, 'remove-post', removed, { key: removalKey(postId) });
    if (keys.length > 0) await addJob(tx, 'remove-files', { keys });
    await audit?.(tx);
    tx.fact({ type: 'post-deleted', postId, ownerUid });
  });
}

export async function resumeRemovals(db: Database, before: Date): Promise<number> {
  let found = 0;
  for await (const post of findRemovedPosts(db, before)) {
    await addJob(db, 'remove-post', post, { key: removalKey(post.postId) });
    found++;
  }
  return found;
}

export function removalKey(postId: string): string {
  return `remove-post ${postId}`;
}

async function openQuoted(tx: Database, uid: string, postId: string): Promise<string> {
  const rules = await openPostRules(tx, uid, postId);
  refuseQuote(uid, rules);
  return rules.ownerUid;
}

function tagsIn(text: string): string[] {
  return topicsOf(text).map(({ key }) => key);
}

// In a job, so that nobody waits for a foreign page. One at a time: pages may hang.
async function enqueuePreview(tx: Database, postId: string, link: string | null): Promise<void> {
  if (link === null) return;
  await addJob(tx, 'attach-link-preview', { postId, link }, { queue: 'link-previews' });
}

async function claimFiles(
  tx: Database,
  uid: string,
  requested: readonly RequestedFile[],
  at: Date,
): Promise<StoredAttachment[]> {
  if (requested.length === 0) return [];
  const keys = requested.map(({ key }) => key);
  const uploads = await takeUploads(tx, keys, { ownerUid: uid, purpose: 'post', at });
  if (!uploads) throw new Problem('invalid-argument', 'El archivo ya no está disponible. Volvé a subirlo.');
  if (uploads.length > 1 && uploads.some(({ type }) => type === 'video')) throw tooManyFiles();
  return uploads.map((upload, i) => attachmentOf(upload, requested[i]?.alt));
}
