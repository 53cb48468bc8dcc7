import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { type Attempt, earlierResults } from '../../kernel/idempotency.ts';
import { newId } from '../../kernel/ids.ts';
import { addJob } from '../../kernel/store/jobs.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { acceptPreview } from '../../links/actions/preview-texts.ts';
import { findLinkPreview } from '../../links/store/link-previews.ts';
import { takeUploads } from '../../media/store/uploads.ts';
import { mentionedIn, mentionDrafts } from '../../notifications/actions/notifications.ts';
import { GroupCommit, writeSettled } from '../../platform/concurrency/group-commit.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { attachmentOf, type StoredAttachment } from '../store/attachments.ts';
import { insertUserPost } from '../store/post-lists.ts';
import { insertPosts, type NewPost } from '../store/posts.ts';
import { openPostRules } from './open-post.ts';
import {
  emptyPost,
  enqueuePreview,
  newPoll,
  postLink,
  postText,
  type RequestedFile,
  requestedFiles,
  tooManyFiles,
} from './post-content.ts';
import { refuseQuote } from './post-controls.ts';
import { newWarning } from './warnings.ts';

type Draft = Omit<NewPost, 'files'> & {
  readonly attempt: Attempt;
  readonly fileRequests: readonly RequestedFile[];
  readonly hasStoredPreview: boolean;
};

const postsAtOnce = 32;

/**
 * Posts that arrive while a transaction runs share the next one, and one fan-out job: when a goal is scored,
 * everybody posts at once.
 */
export class Publications {
  readonly #writes: Writes;
  readonly #groups: GroupCommit<Draft, PromiseSettledResult<string>>;

  constructor(writes: Writes) {
    this.#writes = writes;
    this.#groups = new GroupCommit({
      fits: (drafts) => drafts.length < postsAtOnce,
      write: (_, drafts) =>
        writeSettled(drafts, (group) => writes.transaction((tx) => writePosts(tx, group))),
    });
  }

  /**
   * When it returns, the post is stored, counted and on its author's own timeline. A repeated attempt returns
   * the first post's id, and `isNew` is false.
   */
  async publish(
    uid: string,
    input: Input<'publishPost'>,
    attempt: Attempt,
  ): Promise<{ postId: string; isNew: boolean }> {
    const draft = await draftOf(this.#writes, uid, input, attempt);
    const result = await this.#groups.add('posts', draft);
    if (result.status === 'rejected') throw result.reason;
    return { postId: result.value, isNew: result.value === draft.id };
  }
}

async function draftOf(
  { db, now }: Writes,
  ownerUid: string,
  input: Input<'publishPost'>,
  attempt: Attempt,
): Promise<Draft> {
  const at = now();
  const content = {
    text: postText(input.text ?? ''),
    link: postLink(input.link ?? ''),
    poll: input.poll ? newPoll(input.poll, at) : null,
    quoteOf: input.quoteOf ?? null,
    warning: input.warning ? newWarning(input.warning) : null,
    commentPolicy: input.commentPolicy ?? 'all',
    quotesAllowed: input.quotesAllowed ?? true,
    fileRequests: requestedFiles(input),
  };
  const { text, link, poll, quoteOf, fileRequests } = content;
  const isEmpty = text === '' && link === null && !poll && quoteOf === null && fileRequests.length === 0;
  if (isEmpty) throw emptyPost();
  const preview = link === null ? null : await findLinkPreview(db, link);
  const linkPreview = link === null ? null : acceptPreview(preview, input.linkPreview);
  return {
    ...content,
    id: newId(at),
    ownerUid,
    at,
    attempt,
    linkPreview,
    hasStoredPreview: preview !== null,
  };
}

async function writePosts(tx: WriteTransaction, drafts: readonly Draft[]): Promise<string[]> {
  const earlier = await earlierResults(
    tx,
    drafts.map(({ ownerUid, attempt, id, at }) => ({ uid: ownerUid, attempt, resultId: id, at })),
  );
  const fresh = drafts.filter((_, i) => earlier[i] === null);
  if (fresh.length > 0) await writeFresh(tx, fresh);
  return drafts.map(({ id }, i) => earlier[i] ?? id);
}

async function writeFresh(tx: WriteTransaction, drafts: readonly Draft[]): Promise<void> {
  const posts = [];
  for (const { fileRequests, ...draft } of drafts) {
    const { ownerUid, quoteOf, at } = draft;
    const quotedUid = quoteOf === null ? null : await findQuotableOwner(tx, ownerUid, quoteOf);
    const files = await claimFiles(tx, ownerUid, fileRequests, at);
    posts.push({ ...draft, files, quotedUid, tags: topicsOf(draft.text).map(({ key }) => key) });
  }
  // The order is that of follows, so that transactions that count for the same people cannot deadlock.
  posts.sort((a, b) => (a.ownerUid < b.ownerUid ? -1 : 1));
  await insertPosts(tx, posts);
  const clubs = await Promise.all(
    posts.map(({ ownerUid, id, files }) =>
      insertUserPost(tx, { ownerUid, postId: id, hasMedia: files.length > 0 }),
    ),
  );
  const postFacts = posts.map(({ id, ownerUid, tags }, i) => {
    const club = clubs[i] ?? null;
    return { postId: id, ownerUid, ...(club !== null && { club }), ...(tags.length > 0 && { tags }) };
  });
  await addJob(tx, 'fan-out-posts', {
    posts: postFacts.map(({ tags, ...post }) => ({ ...post, hasTopics: tags !== undefined })),
  });
  for (const { id, ownerUid, text, link, hasStoredPreview, quotedUid } of posts) {
    if (!hasStoredPreview) await enqueuePreview(tx, id, link);
    const common = { actorUid: ownerUid, postId: id, text };
    const mentionedUids = (await mentionedIn(tx, text)).filter((other) => other !== quotedUid);
    tx.notify(...mentionDrafts(mentionedUids, common));
    if (quotedUid !== null) tx.notify({ ...common, uid: quotedUid, type: 'quote' });
  }
  for (const post of postFacts) tx.fact({ type: 'post-published', ...post });
}

async function findQuotableOwner(tx: Database, uid: string, postId: string): Promise<string> {
  const rules = await openPostRules(tx, [uid], postId);
  refuseQuote(uid, rules);
  return rules.ownerUid;
}

async function claimFiles(
  tx: Database,
  uid: string,
  fileRequests: readonly RequestedFile[],
  at: Date,
): Promise<StoredAttachment[]> {
  if (fileRequests.length === 0) return [];
  const keys = fileRequests.map(({ key }) => key);
  const uploads = await takeUploads(tx, keys, { ownerUid: uid, purpose: 'post', at });
  if (!uploads) throw new Problem('invalid-argument', 'El archivo ya no está disponible. Volvé a subirlo.');
  if (uploads.length > 1 && uploads.some(({ type }) => type === 'video')) throw tooManyFiles();
  return uploads.map((upload, i) => attachmentOf(upload, fileRequests[i]?.alt));
}
