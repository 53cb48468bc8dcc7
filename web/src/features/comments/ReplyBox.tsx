import { CommentBox } from './CommentBox.tsx';

type Props = {
  postId: string;
  /** Null for the post itself. */
  commentId: string | null;
  name: string;
  onSent: () => void;
};

export function ReplyBox({ postId, commentId, name, onSent }: Props) {
  return <CommentBox postId={postId} replyTarget={{ id: commentId, name }} onSent={onSent} ref={focusBox} />;
}

function focusBox(box: HTMLTextAreaElement | null): void {
  box?.focus();
}
