import { Link } from 'wouter';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { exactDate } from '../../../../../contract/src/rules/relative-time.ts';
import { PostTime } from '../../../ui/PostTime.tsx';
import { ReportButton } from '../../reports/ReportButton.tsx';
import { AuthorLine } from '../text/AuthorLine.tsx';
import { PostMenu } from './PostMenu.tsx';

import styles from './PostCard.module.css';

type Props = {
  post: PostView;
  nameId: string;
  pending: boolean;
  own: boolean | null;
  onDeleted: (() => void) | undefined;
};

export function PostHeader({ post, nameId, pending, own, onDeleted }: Props) {
  return (
    <header className={styles.header}>
      <AuthorLine uid={post.ownerUid} name={post.authorName} handle={post.authorHandle} nameId={nameId} />
      {pending ? (
        <span className={styles.time}>Publicando…</span>
      ) : (
        <Link className={styles.time} href={`/p/${post.id}`}>
          <PostTime at={post.createdAt} />
        </Link>
      )}
      {post.editedAt && (
        <span className={styles.edited} title={exactDate(new Date(post.editedAt))}>
          editado
        </span>
      )}
      {own && !pending && <PostMenu postId={post.id} onDeleted={onDeleted} />}
      {own === false && <ReportButton target={{ postId: post.id }} />}
    </header>
  );
}
