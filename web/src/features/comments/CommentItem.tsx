import { Link } from 'wouter';

import type { Comment } from '../../../../contract/src/calls/shapes.ts';
import { shortAge } from '../../../../contract/src/rules/relative-time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { PostTime } from '../../ui/PostTime.tsx';
import { AuthorLine } from '../posts/text/AuthorLine.tsx';
import { LinkedText } from '../posts/text/LinkedText.tsx';
import { ReportButton } from '../reports/ReportButton.tsx';
import { useSession } from '../session/use-session.ts';

import styles from './CommentItem.module.css';

export function CommentItem({ comment }: { comment: Comment }) {
  const { user } = useSession();
  return (
    <li className={styles.comment}>
      <Link className={styles.avatar} href={`/perfil/${comment.authorId}`} tabIndex={-1} aria-hidden="true">
        <Avatar src={comment.avatar} name={comment.displayName} uid={comment.authorId} size={36} />
      </Link>
      <div className={styles.body}>
        <div className={styles.head}>
          <AuthorLine uid={comment.authorId} name={comment.displayName} handle={comment.handle} />
          <span className={styles.time}>
            <PostTime at={comment.createdAt} age={shortAge} />
          </span>
          {user && user.uid !== comment.authorId && (
            <ReportButton target={{ postId: comment.postId, commentId: comment.id }} />
          )}
        </div>
        <p className={styles.text} dir="auto">
          <LinkedText text={comment.text} />
        </p>
      </div>
    </li>
  );
}
