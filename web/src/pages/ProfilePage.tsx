import { useParams } from 'wouter';

import { ApiError } from '../api/api-error.ts';
import { ProfileHeader } from '../features/profiles/ProfileHeader.tsx';
import { ProfilePosts } from '../features/profiles/ProfilePosts.tsx';
import { ProfileSkeleton } from '../features/profiles/ProfileSkeleton.tsx';
import { ProfileTabs } from '../features/profiles/ProfileTabs.tsx';
import { useProfile } from '../features/profiles/use-profile.ts';
import { useSession } from '../features/session/use-session.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';

/** One's own profile, or that of the uid in the address. */
export function ProfilePage() {
  const { uid } = useParams();
  const { user, lostUid } = useSession();
  const shown = uid ?? user?.uid ?? lostUid ?? '';
  return <ProfileOf key={shown} uid={shown} />;
}

function ProfileOf({ uid }: { uid: string }) {
  const { data, error, isFetching, refetch } = useProfile(uid);
  if (data) {
    return (
      <>
        <ProfileHeader answer={data} />
        <ProfileTabs>
          <ProfilePosts uid={uid} />
        </ProfileTabs>
      </>
    );
  }
  if (error instanceof ApiError && error.code === 'not-found') {
    return (
      <>
        <h1 className="visually-hidden">Perfil</h1>
        <EmptyState>No se encontró el perfil.</EmptyState>
      </>
    );
  }
  if (error) {
    return (
      <>
        <h1 className="visually-hidden">Perfil</h1>
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          No se pudo cargar el perfil.
        </ErrorState>
      </>
    );
  }
  return <ProfileSkeleton />;
}
