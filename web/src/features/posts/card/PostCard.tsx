import { type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react';
import { Link, useLocation } from 'wouter';

import { usePost } from '../../../api/post-cache.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useSession } from '../../session/use-session.ts';
import { PostActions } from '../actions/PostActions.tsx';
import type { Reposter } from '../lists/post-pages.ts';
import { PostContent } from './PostContent.tsx';
import { PostHeader } from './PostHeader.tsx';
import { RepostLine } from './RepostLine.tsx';

import styles from './PostCard.module.css';

type Props = {
  id: string;
  repostedBy?: Reposter | undefined;
  pending?: boolean;
  /** Only on the post's own page, where the post is whole and no link to itself. */
  date?: ReactNode;
  onComment?: () => void;
  onDeleted?: () => void;
};

export function PostCard({ id, repostedBy, pending = false, date, onComment, onDeleted }: Props) {
  const alone = date !== undefined;
  const post = usePost(id);
  const { user } = useSession();
  const [, navigate] = useLocation();
  const nameId = useId();
  const textId = useId();
  if (!post) return null;
  const own = user && post.ownerUid === user.uid;

  const open = () => navigate(`/p/${id}`);
  const comment = onComment ?? (() => navigate(`/p/${id}`, { state: { comment: true } }));
  const handlers = alone || pending ? null : openHandlers(`/p/${id}`, open);

  return (
    <article
      className={classNames(styles.card, handlers && styles.open, alone && styles.alone)}
      aria-labelledby={`${nameId} ${textId}`}
      aria-busy={pending}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the articles of a feed are tab stops
      tabIndex={handlers ? 0 : undefined}
      {...handlers}
    >
      {repostedBy && <RepostLine reposter={repostedBy} />}
      <Link className={styles.avatar} href={`/perfil/${post.ownerUid}`} tabIndex={-1} aria-hidden="true">
        <Avatar src={post.authorAvatar} name={post.authorName} uid={post.ownerUid} size={44} />
      </Link>
      <div className={styles.body}>
        <PostHeader
          post={post}
          nameId={nameId}
          alone={alone}
          pending={pending}
          own={own}
          onDeleted={onDeleted}
        />
        <PostContent post={post} nameId={textId} whole={alone} pending={pending} />
        {/* The space keeps the date apart from the text where both are read as one. */} {date}
        <PostActions post={post} alone={alone} own={own} disabled={pending} onComment={comment} />
      </div>
    </article>
  );
}

/** A click opens the post, unless it hit a control or ended a text selection. So does Enter. */
function openHandlers(address: string, open: () => void) {
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const onControl = (event.target as Element).closest('a, button, dialog, video, [role="menu"]');
      if (onControl || event.detail > 1 || getSelection()?.isCollapsed === false) return;
      if (event.ctrlKey || event.metaKey) window.open(address, '_blank', 'noopener');
      else open();
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) open();
    },
  };
}
