import { useState } from 'react';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { Button } from '../../ui/Button.tsx';
import { type SharedCommentProps, CommentItem } from './CommentItem.tsx';
import { TargetComment } from './TargetComment.tsx';
import { moreReplies, repliesShown, type Thread } from './threads.ts';

import styles from './CommentThread.module.css';

type Props = SharedCommentProps & {
  thread: Thread;
  /** The comment that the address names: its whole thread is shown. */
  target?: string;
};

export function CommentThread({ thread: { root, replies }, target, ...common }: Props) {
  const [isOpen, setOpen] = useState(target !== undefined);
  const visibleReplies = isOpen ? replies : replies.slice(0, repliesShown);
  const hiddenCount = replies.length - visibleReplies.length;
  const open = () => setOpen(true);
  const item = (comment: Comment) => {
    const Item = comment.id === target ? TargetComment : CommentItem;
    return <Item {...common} comment={comment} onReplied={open} />;
  };

  return (
    <li className={styles.thread}>
      {root &&
        (root.deleted && !common.answering.has(root.id) ? (
          <p className={styles.deleted}>Comentario eliminado.</p>
        ) : (
          item(root)
        ))}
      {replies.length > 0 && (
        <ol className={styles.replies} aria-label="Respuestas">
          {visibleReplies.map((reply) => (
            <li key={reply.id}>{item(reply)}</li>
          ))}
        </ol>
      )}
      {hiddenCount > 0 && (
        <Button variant="quiet" size="small" className={styles.more} onClick={open}>
          {moreReplies(hiddenCount)}
        </Button>
      )}
    </li>
  );
}
