import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { topicsOf } from '../../../../contract/src/rules/texts/split-text.ts';
import { type Attempt, earlierResults } from '../../kernel/idempotency.ts';
import { newId } from '../../kernel/ids.ts';
import { addToTotal } from '../../kernel/store/totals.ts';
import type { WriteTransaction, Writes } from '../../kernel/writes.ts';
import { acceptPreview } from '../../links/actions/preview-texts.ts';
import { findLinkPreview } from '../../links/store/link-previews.ts';
import { takeUploads } from '../../media/store/uploads.ts';
import { mentionedIn, mentionDrafts } from '../../notifications/actions/notifications.ts';
import { GroupCommit, writeSettled } from '../../platform/concurrency/group-commit.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { waitForPosts } from '../../posts/actions/late-rows.ts';
import { openPostRules } from '../../posts/actions/open-post.ts';
import {
  emptyPost,
  enqueuePreview,
  newPoll,
  postLink,
  postText,
  type RequestedFile,
  requestedFiles,
  tooManyFiles,
} from '../../posts/actions/post-content.ts';
import { refuseQuote } from '../../posts/actions/post-controls.ts';
import { newWarning } from '../../posts/actions/warnings.ts';
import { attachmentOf, type StoredAttachment } from '../../posts/store/attachments.ts';
import { insertPosts, type NewPost } from '../../posts/store/new-posts.ts';
import { countPosts } from '../../posts/store/post-lists.ts';
import { type FanOut, FanOuts } from './fan-outs.ts';
import { listPosts } from './list-posts.ts';

type Draft = Omit<NewPost, 'files'> & {
  readonly attempt: Attempt;
  readonly fileRequests: readonly RequestedFile[];
  readonly hasStoredPreview: boolean;
};

const postsAtOnce = 32;

/**
 * Posts that arrive while a transaction runs share the next one: when a goal is scored, everybody posts at
 * once.
 */
export class Publications {
  readonly #writes: Writes;
  readonly #fanOuts: FanOuts;
  readonly #groups: GroupCommit<Draft, PromiseSettledResult<string>>;

  /**
   * @param expect is told of posts before they are written, to cache them; resolves to the ids of the written ones
   * @param onFanOutError as `FanOuts` takes it
   */
  constructor(
    writes: Writes,
    expect?: (drafts: readonly Draft[], written: Promise<string[]>) => void,
    onFanOutError?: (error: unknown) => void,
  ) {
    this.#writes = writes;
    this.#fanOuts = new FanOuts(writes, onFanOutError);
    const write = async (group: readonly Draft[]) => {
      const isDistributed = await writes.isDistributed();
      await this.#fanOuts.room();
      const work = writes.transaction((tx) => writePosts(tx, group, isDistributed));
      expect?.(
        group,
        work.then(({ ids }) => ids),
      );
      const { ids, fanOut } = await work;
      if (fanOut) this.#fanOuts.add(fanOut);
      return ids;
    };
    this.#groups = new GroupCommit({
      fits: (drafts) => drafts.length < postsAtOnce,
      write: (_, drafts) => writeSettled(drafts, write),
    });
  }

  /**
   * When it returns, the post is stored, counted and listed with its author and its club; its followers get it
   * a moment later. A repeated attempt returns the first post's id, and `isNew` is false.
   */
  async publish(
    uid: string,
    input: Input<'publishPost'>,
    attempt: Attempt,
  ): Promise<{ postId: string; isNew: boolean }> {
    const draft = await draftOf(this.#writes, uid, input, attempt);
    const result = await this.#groups.add('posts', draft);
    if (result.status === 'rejected') throw result.reason;
    const postId = result.value;
    const isNew = postId === draft.id;
    if (!isNew) await waitForPosts(this.#writes, [postId]);
    return { postId, isNew };
  }

  /** Resolves when no post waits to reach its followers. */
  settled(): Promise<void> {
    return this.#fanOuts.settled();
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

async function writePosts(
  tx: WriteTransaction,
  drafts: readonly Draft[],
  isDistributed: boolean,
): Promise<{ ids: string[]; fanOut: FanOut | null }> {
  const earlier = await earlierResults(
    tx,
    drafts.map(({ ownerUid, attempt, id, at }) => ({ uid: ownerUid, attempt, resultId: id, at })),
  );
  const fresh = drafts.filter((_, i) => earlier[i] === null);
  const fanOut = fresh.length > 0 ? await writeFresh(tx, fresh, isDistributed) : null;
  return { ids: drafts.map(({ id }, i) => earlier[i] ?? id), fanOut };
}

type CompletePost = NewPost & Pick<Draft, 'hasStoredPreview'> & { quotedUid: string | null; tags: string[] };

async function writeFresh(
  tx: WriteTransaction,
  drafts: readonly Draft[],
  isDistributed: boolean,
): Promise<FanOut | null> {
  const posts: CompletePost[] = [];
  for (const { fileRequests, ...draft } of drafts) {
    const { ownerUid, quoteOf, at } = draft;
    const quotedUid = quoteOf === null ? null : await findQuotableOwner(tx, ownerUid, quoteOf);
    const files = await claimFiles(tx, ownerUid, fileRequests, at);
    posts.push({ ...draft, files, quotedUid, tags: topicsOf(draft.text).map(({ key }) => key) });
  }
  const owners = posts.map(({ ownerUid }) => ownerUid);
  const [authors] = await Promise.all([
    countPosts(tx, owners, { isDistributed }),
    insertPosts(tx, posts),
    addToTotal(tx, 'posts', posts.length),
  ]);
  const newPosts = posts.map(({ id: postId, ownerUid, files, tags }) => {
    return { postId, ownerUid, hasMedia: files.length > 0, tags };
  });
  const fanOut = await listPosts(tx, newPosts, { authors, isDistributed });
  for (const { id, ownerUid, text, link, hasStoredPreview, quotedUid } of posts) {
    if (!hasStoredPreview) await enqueuePreview(tx, id, link);
    const common = { actorUid: ownerUid, postId: id, text };
    const mentionedUids = (await mentionedIn(tx, text)).filter((other) => other !== quotedUid);
    tx.notify(...mentionDrafts(mentionedUids, common));
    if (quotedUid !== null) tx.notify({ ...common, uid: quotedUid, type: 'quote' });
  }
  return fanOut;
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
