import { Trash2 } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import { Link } from 'wouter';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { shortAge } from '../../../../contract/src/rules/relative-time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PostTime } from '../../ui/PostTime.tsx';
import { ActionButton } from '../posts/actions/ActionButton.tsx';
import { MoreButton } from '../posts/card/MoreButton.tsx';
import { openOthersMenu } from '../posts/card/others-menu.ts';
import { AuthorLine } from '../posts/text/AuthorLine.tsx';
import { LinkedText } from '../posts/text/LinkedText.tsx';
import { useSession } from '../session/use-session.ts';
import { useCommentLike } from './comment-likes.ts';
import { CommentBox } from './CommentBox.tsx';
import { deleteComment } from './delete-comment.ts';

import styles from './CommentItem.module.css';

export type CommentProps = {
  comment: Comment;
  /** The author of the post may delete all comments under it. */
  ownerUid: string;
  mayComment: boolean;
  onReplied: () => void;
};

type Props = CommentProps & { ref?: Ref<HTMLDivElement> | undefined; isOutlined?: boolean };

/** A comment with its buttons, and the box for a reply once it is asked for. With a `ref` it can take the focus. */
export function CommentItem({ ref, comment, ownerUid, mayComment, onReplied, isOutlined = false }: Props) {
  const { user, isAdmin } = useSession();
  const [replying, setReplying] = useState(false);
  const replyButton = useRef<HTMLButtonElement>(null);
  const boxId = useId();
  const like = useCommentLike(comment);
  const { id, postId, authorId: uid, displayName: name, handle, replyTo, rootId, replyToHandle } = comment;
  const isReply = rootId !== undefined;

  const sent = () => {
    setReplying(false);
    replyButton.current?.focus();
    onReplied();
  };

  return (
    <div
      ref={ref}
      role="group"
      aria-label={`Comentario de ${name}`}
      tabIndex={ref ? -1 : undefined}
      className={classNames(styles.comment, isReply && styles.reply, isOutlined && styles.outlined)}
    >
      <Link className={styles.avatar} href={`/perfil/${uid}`} tabIndex={-1} aria-hidden="true">
        <Avatar src={comment.avatar} name={name} uid={uid} size={isReply ? 28 : 36} />
      </Link>
      <div className={styles.body}>
        <div className={styles.head}>
          <AuthorLine uid={uid} name={name} handle={handle} club={comment.authorClub} />
          <span className={styles.time}>
            <PostTime at={comment.createdAt} age={shortAge} />
          </span>
          {user && user.uid !== uid && (
            <MoreButton
              label={`Más opciones de ${name}`}
              onOpen={(button) =>
                openOthersMenu(button, { uid, displayName: name, handle, postId, commentId: id })
              }
            />
          )}
        </div>
        {replyToHandle !== undefined && replyTo !== rootId && (
          <p className={styles.answered}>
            en respuesta a <Link href={`/@${replyToHandle}`}>{displayHandle(replyToHandle)}</Link>
          </p>
        )}
        <p className={styles.text} dir="auto">
          <LinkedText text={comment.text} />
        </p>
        {user && (
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
                aria-expanded={replying}
                aria-controls={replying ? boxId : undefined}
                onClick={() => setReplying(!replying)}
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
        )}
        {replying && mayComment && (
          <div id={boxId}>
            <CommentBox postId={postId} answered={{ id, name }} onSent={sent} ref={focusOnce} />
          </div>
        )}
      </div>
    </div>
  );
}

function focusOnce(box: HTMLTextAreaElement | null): void {
  box?.focus();
}
