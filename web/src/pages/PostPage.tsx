import { useEffect, useRef } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';

import { usePost } from '../api/post-cache.ts';
import { CommentBox } from '../features/comments/CommentBox.tsx';
import { Comments } from '../features/comments/Comments.tsx';
import { PostLinks } from '../features/posts/actions/PostLinks.tsx';
import { PostCard } from '../features/posts/card/PostCard.tsx';
import { PostDate } from '../features/posts/card/PostDate.tsx';
import { postTitle } from '../features/posts/post-title.ts';
import { usePostDetail } from '../features/posts/use-post-detail.ts';
import { SuspendedMark } from '../features/profiles/SuspendedMark.tsx';
import { changeDocumentTitle } from '../ui/browser/document-title.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

import styles from './PostPage.module.css';

export function PostPage() {
  const { id = '' } = useParams();
  return (
    <>
      <TitleBar title="Publicación" />
      <Detail key={id} postId={id} />
    </>
  );
}

function Detail({ postId }: { postId: string }) {
  const detail = usePostDetail(postId);
  const [, navigate] = useLocation();
  const [address] = useSearchParams();
  const box = useRef<HTMLTextAreaElement>(null);
  const isLoaded = detail.state === 'shown';
  const post = usePost(postId);
  const title = post && isLoaded ? postTitle(post) : null;

  useEffect(() => {
    if (title !== null) changeDocumentTitle({ title });
  }, [title]);

  // 'Comentar' in a list leads here and focuses the box, once.
  useEffect(() => {
    const state = history.state as { comment?: boolean } | null;
    if (!isLoaded || !state?.comment) return;
    history.replaceState({ ...state, comment: undefined }, '');
    box.current?.focus();
  }, [isLoaded]);

  switch (detail.state) {
    case 'loading':
      return <EmptyState plain>Cargando…</EmptyState>;
    case 'missing':
      return (
        <>
          <EmptyState>Publicación no encontrada.</EmptyState>
          <CommentBox postId={postId} isClosed />
        </>
      );
    case 'failed':
      return <ErrorState onRetry={detail.retry}>No se pudo cargar la publicación.</ErrorState>;
    case 'shown':
      return (
        <>
          {post?.authorSuspended && (
            <p className={styles.mark}>
              <SuspendedMark />
            </p>
          )}
          <PostCard
            id={postId}
            date={<PostDate id={postId} />}
            onComment={() => box.current?.focus()}
            onDeleted={() => navigate('/feed')}
          />
          <PostLinks postId={postId} />
          <Comments postId={postId} box={box} target={address.get('comentario')} />
        </>
      );
  }
}
