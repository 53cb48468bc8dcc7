import type { PostView } from '../../../../contract/src/calls/shapes.ts';
import { CommentButton } from './CommentButton.tsx';
import { LikeButton } from './LikeButton.tsx';

import styles from './PostActions.module.css';

type Props = { post: PostView; alone: boolean; disabled: boolean; onComment: () => void };

/** What one can do with a post, in a row of six places. */
export function PostActions({ post, alone, disabled, onComment }: Props) {
  return (
    <div className={styles.row}>
      <CommentButton count={post.commentsCount} besideBox={alone} disabled={disabled} onClick={onComment} />
      <LikeButton postId={post.id} liked={post.viewer.liked} count={post.likesCount} disabled={disabled} />
    </div>
  );
}
