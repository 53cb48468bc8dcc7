import { Problem } from '../../../contract/src/problem.ts';
import { postNotFound } from '../actions/posts.ts';
import { repostPost, unrepostPost } from '../actions/reposts.ts';
import { savePost, unsavePost } from '../actions/saves.ts';
import { votePoll } from '../actions/votes.ts';
import { pollView } from '../views/polls.ts';
import { isPostOpenTo, reactionsView } from '../views/posts.ts';
import type { Asked, Handlers, Site } from './route.ts';

type Reaction = 'likePost' | 'unlikePost' | 'repostPost' | 'unrepostPost' | 'savePost' | 'unsavePost';

export function reactionRoutes({ reads, writes, likes }: Site): Handlers<Reaction | 'votePoll'> {
  // Does it, and answers how the buttons under the post stand then. A mark of one's own can be taken back from a post
  // that one does not see any more, as across a block; the answer is then that of a post which is not there.
  const reacting =
    (react: (uid: string, postId: string) => Promise<void>) =>
    async ({ input: { postId }, session: { uid } }: Asked<Reaction>) => {
      await react(uid, postId);
      if (!(await isPostOpenTo(reads, uid, postId))) throw postNotFound();
      const reactions = await reactionsView(reads, uid, postId);
      if (!reactions) throw postNotFound();
      return reactions;
    };

  // Where one does not see the post, nothing new is done.
  const whereOpen = (react: (uid: string, postId: string) => Promise<void>) =>
    reacting(async (uid, postId) => {
      if (!(await isPostOpenTo(reads, uid, postId))) throw postNotFound();
      await react(uid, postId);
    });

  return {
    likePost: whereOpen((uid, postId) => likes.set(uid, postId, true)),
    unlikePost: reacting((uid, postId) => likes.set(uid, postId, false)),
    repostPost: whereOpen((uid, postId) => repostPost(writes, uid, postId)),
    unrepostPost: reacting((uid, postId) => unrepostPost(writes, uid, postId)),
    savePost: whereOpen((uid, postId) => savePost(writes, uid, postId)),
    unsavePost: reacting((uid, postId) => unsavePost(writes, uid, postId)),
    votePoll: async ({ input, session: { uid } }) => {
      if (!(await isPostOpenTo(reads, uid, input.postId))) throw postNotFound();
      await votePoll(writes, uid, input);
      const post = await reads.posts.get(input.postId);
      const poll = post && pollView(post);
      if (!poll) throw new Problem('not-found', 'Publicación no encontrada.');
      return { poll };
    },
  };
}
