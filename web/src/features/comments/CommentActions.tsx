import { Trash2 } from 'lucide-react';
import type { Ref } from 'react';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ActionButton } from '../posts/actions/ActionButton.tsx';
import { useSession } from '../session/use-session.ts';
import { useCommentLike } from './comment-likes.ts';
import { deleteComment } from './delete-comment.ts';

import styles from './CommentActions.module.css';

type Props = {
  comment: Comment;
  ownerUid: string;
  mayComment: boolean;
  replyButton: Ref<HTMLButtonElement>;
  boxId: string | undefined;
  onReply: () => void;
};

export function CommentActions({ comment, ownerUid, mayComment, replyButton, boxId, onReply }: Props) {
  const { user, isAdmin } = useSession();
  const like = useCommentLike(comment);
  if (!user) return null;
  const { authorId: uid, displayName: name } = comment;
  return (
    <div className={styles.actions}>
      <ActionButton
        name="Me gusta el comentario"
        action="like"
        count={like.count}
        announceZero
        pressed={like.liked}
        disabled={false}
        onClick={like.toggle}
      />
      {mayComment && (
        <button
          ref={replyButton}
          type="button"
          className={styles.button}
          aria-label={`Responder a ${name}`}
          aria-expanded={boxId !== undefined}
          aria-controls={boxId}
          onClick={onReply}
        >
          Responder
        </button>
      )}
      {(user.uid === uid || user.uid === ownerUid || isAdmin) && (
        <IconButton
          label="Eliminar comentario"
          icon={<Trash2 size={16} aria-hidden />}
          className={styles.remove}
          onClick={() => void deleteComment(comment)}
        />
      )}
    </div>
  );
}
