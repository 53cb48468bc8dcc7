import { countFallbackFeed } from '../../http/rate-limits.ts';
import { attemptOf } from '../../kernel/attempts.ts';
import { readCursor, writeCursor } from '../../kernel/cursors.ts';
import { pageText } from '../../kernel/page-text.ts';
import { type Handlers, JsonText } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { RateLimiter } from '../../platform/concurrency/rate-limiter.ts';
import type { Signer } from '../../platform/secrets/signed.ts';
import { postNotFound } from '../../posts/actions/open-post.ts';
import { deletePost, editPost, publishPost } from '../../posts/actions/posts.ts';
import { postText } from '../../posts/views/posts.ts';
import type { FeedReads } from '../views/feed-reads.ts';
import { everybodyPage, fallbackPage, followingPage } from '../views/feed.ts';
import { countSaved, savedPage } from '../views/saved.ts';
import { feedProblem } from './feed-problem.ts';

type Needs = { reads: FeedReads; writes: Writes; signer: Signer; limiter: RateLimiter };

export function postRoutes(
  site: Needs,
): Handlers<'getFeed' | 'getPost' | 'getSavedPosts' | 'publishPost' | 'editPost' | 'deletePost'> {
  const { reads, writes, signer, limiter } = site;

  async function postAnswer(uid: string, postId: string): Promise<JsonText> {
    const text = await postText(reads, uid, postId);
    if (text === null) throw postNotFound();
    return new JsonText(`{"post":${text}}`);
  }

  return {
    getFeed: async ({ input, session: { uid } }) => {
      const { tab, source = 'summaries' } = input;
      const list = `feed ${tab}`;
      const before = readCursor(signer, list, input.cursor);
      if (source === 'posts') await countFallbackFeed(limiter, uid);
      const page =
        source === 'posts'
          ? await fallbackPage(reads, uid, tab, before)
          : await (tab === 'siguiendo' ? followingPage : everybodyPage)(reads, uid, before).catch(
              feedProblem,
            );
      return pageText(page.items, writeCursor(signer, list, page.next));
    },
    getPost: ({ input, session }) => postAnswer(session.uid, input.postId),
    publishPost: async ({ input, session: { uid }, request }) => {
      const postId = await publishPost(writes, uid, input, attemptOf(request, 'publishPost', input));
      return postAnswer(uid, postId);
    },
    editPost: async ({ input, session: { uid } }) => {
      await editPost(writes, uid, input);
      return postAnswer(uid, input.postId);
    },
    deletePost: async ({ input, session: { uid } }) => {
      await deletePost(writes, uid, input.postId);
      return {};
    },
    getSavedPosts: async ({ input, session: { uid } }) => {
      const list = 'saved';
      const [page, total] = await Promise.all([
        savedPage(reads, uid, readCursor(signer, list, input.cursor)),
        countSaved(reads, uid),
      ]);
      return pageText(page.items, writeCursor(signer, list, page.next), { total });
    },
  };
}
