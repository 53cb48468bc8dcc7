import { EmptyState } from '../../ui/EmptyState.tsx';
import { AdminErrorState } from '../session/proof/AdminErrorState.tsx';
import { useDashboard } from './admin-data.ts';
import { LatestPost } from './LatestPost.tsx';
import { Section } from './Section.tsx';
import { UserSkeletons } from './UserSkeletons.tsx';

export function LatestPosts() {
  const dashboard = useDashboard();
  const { data, isError } = dashboard;
  const posts = data?.latestPosts;
  return (
    <Section title="Últimas publicaciones">
      {!posts && !isError && <UserSkeletons count={6} />}
      {isError && (
        <AdminErrorState list={dashboard}>No se pudieron cargar las publicaciones.</AdminErrorState>
      )}
      {posts?.length === 0 && <EmptyState>Todavía no hay publicaciones.</EmptyState>}
      {posts && posts.length > 0 && (
        <ul aria-label="Últimas publicaciones">
          {posts.map((post) => (
            <li key={post.id}>
              <LatestPost post={post} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
