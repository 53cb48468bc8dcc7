import { EmptyState } from '../../ui/EmptyState.tsx';
import type { FeedTab } from '../posts/lists/post-lists.ts';
import { useProfile } from '../profiles/use-profile.ts';
import { useSession } from '../session/use-session.ts';

/** The text of an empty tab: 'Todavía no seguís a nadie…' only while the user follows nobody. */
export function EmptyFeed({ tab }: { tab: FeedTab }) {
  const { user } = useSession();
  // Asked anew: whom one follows may have changed since the session was read.
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
