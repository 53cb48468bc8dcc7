import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { writeAudit } from '../../audit/actions/audit.ts';
import { isId } from '../../kernel/ids.ts';
import { addJob, resumeJob } from '../../kernel/store/jobs.ts';
import { addToTotal } from '../../kernel/store/totals.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { findLinkPreview } from '../../links/store/link-previews.ts';
import { mentionedIn, mentionDrafts } from '../../notifications/actions/notifications.ts';
import { findUsers } from '../../people/store/users.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { updateAttachments } from '../store/attachments.ts';
import { deleteUserPost } from '../store/post-lists.ts';
import { findEditablePost, storedFiles, updatePostText } from '../store/posts.ts';
import { findRemovedPosts, hidePost } from '../store/removed-posts.ts';
import { openPost, postNotFound } from './open-post.ts';
import { describedFiles, emptyPost, enqueuePreview, postLink, postText } from './post-content.ts';

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
  const newFiles = input.alts && describedFiles(files, input.alts);
  const hasNewText = text !== post.text || link !== post.link;
  const hasOtherContent = post.media_key !== null || post.poll !== null || post.quote_of !== null;
  if (text === '' && link === null && !hasOtherContent) throw emptyPost();
  const currentPreview = link === null || link !== post.link ? null : post.link_preview;
  const linkPreview = currentPreview ?? (link === null ? null : await findLinkPreview(db, link));
  await transaction(async (tx) => {
    // The former text is read under the row's lock: another edit may have come in between.
    const formerText = hasNewText
      ? await updatePostText(tx, { id: postId, text, link, linkPreview, at: tx.at })
      : text;
    if (formerText === null) throw postNotFound();
    if (newFiles && newFiles.length > 0 && !(await updateAttachments(tx, postId, newFiles)))
      throw postNotFound();
    if (linkPreview === null) await enqueuePreview(tx, postId, link);
    const before = tagsIn(formerText);
    if (before.length > 0 || tagsIn(text).length > 0) await addJob(tx, 'index-topics', { postId, before });
    const mentionedUids = await mentionedIn(tx, text, formerText);
    tx.notify(...mentionDrafts(mentionedUids, { actorUid: uid, postId, text }));
    tx.fact({ type: 'post-edited', postId });
  });
}

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
    // After the author's row, as when a post is published.
    await addToTotal(tx, 'posts', -1);
    const payload = { postId, ownerUid, ...(club !== null && { club }) };
    await addJob(tx, 'remove-post', payload, { key: removalKey(postId) });
    if (keys.length > 0) await addJob(tx, 'remove-files', { keys });
    await audit?.(tx);
    tx.fact({ type: 'post-deleted', postId, ownerUid });
  });
}

export async function resumeRemovals(db: Database, before: Date): Promise<number> {
  let found = 0;
  for await (const post of findRemovedPosts(db, before)) {
    const key = removalKey(post.postId);
    // An existing job has the post's club and its progress in its payload.
    if (!(await resumeJob(db, key))) await addJob(db, 'remove-post', post, { key });
    found++;
  }
  return found;
}

export function removalKey(postId: string): string {
  return `remove-post ${postId}`;
}

function tagsIn(text: string): string[] {
  return topicsOf(text).map(({ key }) => key);
}
