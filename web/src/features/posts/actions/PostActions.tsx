import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { quotePost } from '../quotes/quote-post.ts';
import { ActionButton } from './ActionButton.tsx';
import { LikeButton } from './LikeButton.tsx';
import { repost, save } from './reactions.ts';
import { ShareButton } from './ShareButton.tsx';

import styles from './PostActions.module.css';

type Props = {
  post: PostView;
  alone: boolean;
  own: boolean | null;
  disabled: boolean;
  onComment: () => void;
};

export function PostActions({ post, alone, own, disabled, onComment }: Props) {
  const { id, viewer } = post;
  return (
    <div role="toolbar" aria-label="Acciones" className={styles.row}>
      <ActionButton
        name="Comentar"
        action="comment"
        count={post.commentsCount}
        // On the post's page the comment form has a button 'Comentar' too; the count tells them apart.
        announceZero={alone}
        disabled={disabled}
        onClick={onComment}
      />
      <ActionButton
        name="Repost"
        action="repost"
        count={post.repostsCount}
        pressed={viewer.reposted}
        disabled={disabled}
        onClick={() => void repost(id, !viewer.reposted)}
      />
      <ActionButton
        name="Citar"
        action="quote"
        disabled={disabled}
        reason={
          post.quotesAllowed === false && !own
            ? 'Quien publicó eligió que no se cite esta publicación.'
            : undefined
        }
        onClick={() => quotePost(id)}
      />
      <LikeButton post={post} disabled={disabled} />
      <ActionButton
        name="Guardar"
        action="save"
        pressed={viewer.saved}
        disabled={disabled}
        onClick={() => void save(id, !viewer.saved)}
      />
      <ShareButton postId={id} disabled={disabled} />
    </div>
  );
}
