import { CommentBox } from './CommentBox.tsx';

type Props = {
  postId: string;
  /** The comment that is answered, or null for the post itself. */
  commentId: string | null;
  name: string;
  onSent: () => void;
};

/** A box for a reply where the comment itself is not shown. It takes the focus. */
export function ReplyBox({ postId, commentId, name, onSent }: Props) {
  return <CommentBox postId={postId} answered={{ id: commentId, name }} onSent={onSent} ref={focusBox} />;
}

function focusBox(box: HTMLTextAreaElement | null): void {
  box?.focus();
}
