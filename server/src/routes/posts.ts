import { deletePost, postNotFound, publishPost } from '../actions/posts.ts';
import { everybodyPage, fallbackPage, followingPage } from '../views/feed.ts';
import { postText, reactionsView } from '../views/posts.ts';
import { attemptOf } from './attempts.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { feedProblem } from './feed-problem.ts';
import { type Asked, type Handlers, JsonText, type Site } from './route.ts';

export function postRoutes(
  site: Site,
): Handlers<'getFeed' | 'getPost' | 'publishPost' | 'deletePost' | 'likePost' | 'unlikePost'> {
  const { reads, writes, likes, signer } = site;

  async function postAnswer(uid: string, postId: string): Promise<JsonText> {
    const text = await postText(reads, uid, postId);
    if (text === null) throw postNotFound();
    return new JsonText(`{"post":${text}}`);
  }

  async function react({ input, session }: Asked<'likePost' | 'unlikePost'>, liked: boolean) {
    await likes.set(session.uid, input.postId, liked);
    const reactions = await reactionsView(reads, session.uid, input.postId);
    if (!reactions) throw postNotFound();
    return reactions;
  }

  return {
    getFeed: async ({ input, session: { uid } }) => {
      const { tab, source = 'summaries' } = input;
      const list = `feed ${tab}`;
      const before = readCursor(signer, list, input.cursor);
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
    deletePost: async ({ input, session }) => {
      await deletePost(writes, session.uid, input.postId);
      return {};
    },
    likePost: (asked) => react(asked, true),
    unlikePost: (asked) => react(asked, false),
  };
}

/** A page of ready texts as a list's answer. */
export function pageText(items: readonly string[], cursor: string | null): JsonText {
  return new JsonText(`{"items":[${items.join(',')}],"cursor":${cursor === null ? null : `"${cursor}"`}}`);
}
