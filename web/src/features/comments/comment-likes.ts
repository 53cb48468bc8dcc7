import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { command } from '../../api/client.ts';
import { optimistic } from '../../api/optimistic.ts';
import { createStore, useStore } from '../../state/create-store.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { countAfter } from '../posts/actions/reactions.ts';
import { patchComment } from './comment-lists.ts';

// Unconfirmed wishes, by '{postId} {commentId}'.
const wishes = createStore<ReadonlyMap<string, boolean>>(new Map());

const change = optimistic<boolean, { likesCount: number; liked: boolean }>({
  overlay: (id, wanted) => {
    const next = new Map(wishes.read());
    if (wanted === null) next.delete(id);
    else next.set(id, wanted);
    wishes.write(next);
  },
  send: (id, wanted) => command(wanted ? 'likeComment' : 'unlikeComment', idsOf(id)),
  settle: (id, { likesCount, liked }) => {
    const { postId, commentId } = idsOf(id);
    patchComment(postId, commentId, (comment) => ({ ...comment, likesCount, viewer: { liked } }));
  },
  onFailure: () => toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' }),
});

/** The like of a comment with the user's wish over it, and the function that changes it. */
export function useCommentLike({ postId, id, likesCount = 0, viewer }: Comment) {
  const key = `${postId} ${id}`;
  const before = viewer?.liked ?? false;
  const liked = useStore(wishes).get(key) ?? before;
  return { liked, count: countAfter(likesCount, before, liked), toggle: () => void change(key, !liked) };
}

function idsOf(key: string): { postId: string; commentId: string } {
  const [postId = '', commentId = ''] = key.split(' ');
  return { postId, commentId };
}
