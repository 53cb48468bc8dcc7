import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { MediaTile } from './MediaTile.tsx';
import { useProfilePosts } from './use-profile-posts.ts';

import styles from './ProfileMedia.module.css';

export function ProfileMedia({ uid }: { uid: string }) {
  const posts = useProfilePosts(uid, 'media');
  const pages = posts.data?.pages;
  if (posts.isPending) return <Skeletons />;
  if (!pages) {
    return (
      <ErrorState onRetry={() => void posts.refetch()} busy={posts.isFetching}>
        No se pudo cargar el contenido multimedia.
      </ErrorState>
    );
  }
  const ids = [...new Set(pages.flatMap((page) => page.ids))];
  if (!posts.hasNextPage && ids.length === 0) {
    return <EmptyState>Todavía no hay contenido multimedia.</EmptyState>;
  }
  return (
    <>
      <ul className={styles.grid} aria-label="Media" aria-busy={posts.isFetchingNextPage}>
        {ids.map((id) => (
          <MediaTile key={id} id={id} />
        ))}
      </ul>
      <LoadMore list={posts} />
    </>
  );
}

function Skeletons() {
  return (
    <div className={styles.grid} aria-busy="true">
      <span className="visually-hidden">Cargando…</span>
      {Array.from({ length: 9 }, (_, n) => (
        <span key={n} className={styles.tile} />
      ))}
    </div>
  );
}
