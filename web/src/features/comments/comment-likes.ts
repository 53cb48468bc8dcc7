import { notifyManager } from '@tanstack/react-query';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { command } from '../../api/client.ts';
import { optimistic } from '../../api/optimistic.ts';
import { createStore, useStore } from '../../state/create-store.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { countAfter } from '../posts/actions/reactions.ts';
import { patchComment } from './comment-lists.ts';

// By '{postId} {commentId}'.
const wishes = createStore<ReadonlyMap<string, { readonly wish: boolean }>>(new Map());

const change = optimistic<boolean, { likesCount: number; liked: boolean }>({
  overlay: (id, wish) => {
    if (wish !== null) return wishes.write(new Map(wishes.read()).set(id, { wish }));
    const confirmed = wishes.read().get(id);
    // The lists show the answer a little later: removing the wish before would flash the old state.
    notifyManager.schedule(() => {
      const next = new Map(wishes.read());
      if (next.get(id) === confirmed && next.delete(id)) wishes.write(next);
    });
  },
  send: (id, wish) => command(wish ? 'likeComment' : 'unlikeComment', idsOf(id)),
  settle: (id, { likesCount, liked }) => {
    const { postId, commentId } = idsOf(id);
    patchComment(postId, commentId, (comment) => ({ ...comment, likesCount, viewer: { liked } }));
  },
  onFailure: () => toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' }),
});

export function useCommentLike({ postId, id, likesCount = 0, viewer }: Comment) {
  const key = `${postId} ${id}`;
  const before = viewer?.liked ?? false;
  const liked = useStore(wishes).get(key)?.wish ?? before;
  return { liked, count: countAfter(likesCount, before, liked), toggle: () => void change(key, !liked) };
}

function idsOf(key: string): { postId: string; commentId: string } {
  const [postId = '', commentId = ''] = key.split(' ');
  return { postId, commentId };
}
