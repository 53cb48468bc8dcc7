import type { CallRequest, Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { postNotFound } from '../actions/open-post.ts';
import type { Likes } from '../actions/reactions.ts';
import { repostPost, unrepostPost } from '../actions/reposts.ts';
import { savePost, unsavePost } from '../actions/saves.ts';
import { votePoll } from '../actions/votes.ts';
import { pollView } from '../views/polls.ts';
import type { PostReads } from '../views/post-reads.ts';
import { reactionsView } from '../views/posts.ts';

type Reaction = 'likePost' | 'unlikePost' | 'repostPost' | 'unrepostPost' | 'savePost' | 'unsavePost';

type Needs = { reads: PostReads; writes: Writes; likes: Likes };

export function reactionRoutes({ reads, writes, likes }: Needs): Handlers<Reaction | 'votePoll'> {
  // Unliking works across a block, but the answer must not show the post.
  const reactionHandler =
    (react: (uid: string, postId: string) => Promise<void>) =>
    async ({ input: { postId }, session: { uid } }: CallRequest<Reaction>) => {
      await react(uid, postId);
      const reactions = await reactionsView(reads, uid, postId);
      if (!reactions) throw postNotFound();
      return reactions;
    };

  return {
    likePost: reactionHandler((uid, postId) => likes.set(uid, postId, true)),
    unlikePost: reactionHandler((uid, postId) => likes.set(uid, postId, false)),
    repostPost: reactionHandler((uid, postId) => repostPost(writes, uid, postId)),
    unrepostPost: reactionHandler((uid, postId) => unrepostPost(writes, uid, postId)),
    savePost: reactionHandler((uid, postId) => savePost(writes, uid, postId)),
    unsavePost: reactionHandler((uid, postId) => unsavePost(writes, uid, postId)),
    votePoll: async ({ input, session: { uid } }) => {
      await votePoll(writes, uid, input);
      const post = await reads.posts.get(input.postId);
      const poll = post && pollView(post);
      if (!poll) throw postNotFound();
      return { poll };
    },
  };
}
