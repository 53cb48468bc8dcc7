import { EmptyState } from '../../ui/EmptyState.tsx';
import type { FeedTab } from '../posts/lists/post-lists.ts';
import { useProfile } from '../profiles/use-profile.ts';
import { useSession } from '../session/use-session.ts';

export function EmptyFeed({ tab }: { tab: FeedTab }) {
  const { user } = useSession();
  // Read again, because the session's count may be stale.
  const { data } = useProfile(user?.uid ?? '');
  const followsNobody = (data?.profile ?? user)?.followingCount === 0;
  return (
    <EmptyState>
      {tab === 'siguiendo' && followsNobody
        ? 'Todavía no seguís a nadie. Buscá perfiles y tocá Seguir.'
        : 'Aún no hay publicaciones.'}
    </EmptyState>
  );
}
