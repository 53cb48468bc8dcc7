import { type Ref, useId, useRef } from 'react';
import { Link } from 'wouter';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { displayHandle } from '../../../../contract/src/rules/handles.ts';
import { shortAge } from '../../../../contract/src/rules/relative-time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { returnFocus } from '../../ui/browser/return-focus.ts';
import { classNames } from '../../ui/class-names.ts';
import { PostTime } from '../../ui/PostTime.tsx';
import { MoreButton } from '../posts/card/MoreButton.tsx';
import { loadOthersMenu } from '../posts/card/others-menu.ts';
import { AuthorLine } from '../posts/text/AuthorLine.tsx';
import { LinkedText } from '../posts/text/LinkedText.tsx';
import { useSession } from '../session/use-session.ts';
import { CommentActions } from './CommentActions.tsx';
import { CommentBox } from './CommentBox.tsx';

import styles from './CommentItem.module.css';

export type SharedCommentProps = {
  ownerUid: string;
  mayComment: boolean;
  /** Comments with an open reply box, by id, as they were when it was opened. */
  answering: ReadonlyMap<string, Comment>;
  onAnswer: (comment: Comment, isOpen: boolean) => void;
};

export type CommentProps = SharedCommentProps & { comment: Comment; onReplied: () => void };

type Props = CommentProps & { ref?: Ref<HTMLDivElement> | undefined; isOutlined?: boolean };

/** Of a deleted comment only the reply box is left. With a `ref` it can take the focus. */
export function CommentItem({
  ref,
  comment,
  ownerUid,
  mayComment,
  answering,
  onAnswer,
  onReplied,
  isOutlined = false,
}: Props) {
  const replyTarget = answering.get(comment.id);
  const replyButton = useRef<HTMLButtonElement>(null);
  const replyBox = useRef<HTMLDivElement>(null);
  const boxId = useId();
  const { id, postId, authorId: uid, displayName: name, rootId, deleted: isDeleted = false } = comment;
  const isReply = rootId !== undefined;

  const close = () => onAnswer(comment, false);
  const finish = () => {
    returnFocus(replyBox.current, replyButton.current);
    close();
    onReplied();
  };

  return (
    <div
      ref={ref}
      role="group"
      aria-label={isDeleted ? 'Comentario eliminado' : `Comentario de ${name}`}
      tabIndex={ref ? -1 : undefined}
      className={classNames(styles.comment, isReply && styles.reply, isOutlined && styles.outlined)}
    >
      {isDeleted ? (
        <span />
      ) : (
        <Link className={styles.avatar} href={`/perfil/${uid}`} tabIndex={-1} aria-hidden="true">
          <Avatar src={comment.avatar} name={name} uid={uid} size={isReply ? 28 : 36} />
        </Link>
      )}
      <div className={styles.body}>
        {isDeleted ? (
          <p role="alert" className={styles.gone}>
            Ese comentario ya no está.
          </p>
        ) : (
          <>
            <Words comment={comment} />
            <CommentActions
              comment={comment}
              ownerUid={ownerUid}
              mayComment={mayComment}
              replyButton={replyButton}
              boxId={replyTarget && boxId}
              onReply={() => onAnswer(comment, !replyTarget)}
            />
          </>
        )}
        {replyTarget && (
          <div id={boxId} ref={replyBox}>
            <CommentBox
              postId={postId}
              replyTarget={{ id, name: replyTarget.displayName }}
              onSent={finish}
              onDiscard={isDeleted || !mayComment ? close : undefined}
              ref={focusOnce}
            />
          </div>
        )}
      </div>
    </div>
  );
}

function Words({ comment }: { comment: Comment }) {
  const { user } = useSession();
  const { id, postId, authorId: uid, displayName: name, handle, replyTo, rootId, replyToHandle } = comment;
  return (
    <>
      <div className={styles.head}>
        <AuthorLine uid={uid} name={name} handle={handle} club={comment.authorClub} />
        <span className={styles.time}>
          <PostTime at={comment.createdAt} age={shortAge} />
        </span>
        {user && user.uid !== uid && (
          <MoreButton
            label={`Más opciones de ${name}`}
            load={() => loadOthersMenu({ uid, displayName: name, handle, postId, commentId: id })}
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
    </>
  );
}

function focusOnce(box: HTMLTextAreaElement | null): void {
  box?.focus();
}
