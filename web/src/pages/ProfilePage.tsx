import { useEffect, useState } from 'react';
import { Redirect, useParams, useSearch } from 'wouter';

import { ApiError } from '../api/api-error.ts';
import { BlockedProfile } from '../features/blocks/BlockedProfile.tsx';
import { ProfileMenu } from '../features/blocks/ProfileMenu.tsx';
import { profileTabNames } from '../features/profiles/profile-tab-names.ts';
import { ProfileHeader } from '../features/profiles/ProfileHeader.tsx';
import { ProfileSkeleton } from '../features/profiles/ProfileSkeleton.tsx';
import { ProfileTabs } from '../features/profiles/ProfileTabs.tsx';
import { type ProfileAnswer, useProfile } from '../features/profiles/use-profile.ts';
import { ownerOf } from '../features/session/session-state.ts';
import { useSession } from '../features/session/use-session.ts';
import { changeDocumentTitle } from '../ui/browser/document-title.ts';
import { useAddressTab } from '../ui/browser/use-address-tab.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

export function ProfilePage() {
  const { uid, handle } = useParams();
  const session = useSession();
  const profileUid = handle === undefined ? (uid ?? ownerOf(session) ?? '') : `@${handle}`;
  return (
    <>
      <TitleBar title="Perfil" isHeading={false} />
      <ProfileOf key={profileUid} uid={profileUid} isShortAddress={handle !== undefined} />
    </>
  );
}

function ProfileOf({ uid, isShortAddress = false }: { uid: string; isShortAddress?: boolean }) {
  const { data, error, isFetching, refetch } = useProfile(uid);
  const search = useSearch();
  const name = data?.profile.displayName;
  useEffect(() => {
    if (name !== undefined) changeDocumentTitle({ title: name });
  }, [name]);
  // Also a profile from an earlier visit goes: it may have been suspended or deleted since.
  if (data && !isMissing(error)) {
    // By uid, under which everything about a person is cached and updated.
    if (isShortAddress) return <ProfileOf uid={data.profile.uid} />;
    if (data.profile.uid !== uid) {
      return <Redirect to={`/perfil/${data.profile.uid}${search && `?${search}`}`} replace />;
    }
    return data.blocked || data.blockedBy ? <BlockedProfile answer={data} /> : <OpenProfile answer={data} />;
  }
  return (
    <>
      <h1 className="visually-hidden" data-waiting={!error || undefined}>
        Perfil
      </h1>
      <NoProfile error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    </>
  );
}

type NoProfileProps = { error: Error | null; isRetrying: boolean; onRetry: () => void };

function NoProfile({ error, isRetrying, onRetry }: NoProfileProps) {
  if (!error) return <ProfileSkeleton />;
  if (isMissing(error)) return <EmptyState>No se encontró el perfil.</EmptyState>;
  return (
    <ErrorState onRetry={onRetry} busy={isRetrying}>
      No se pudo cargar el perfil.
    </ErrorState>
  );
}

function OpenProfile({ answer }: { answer: ProfileAnswer }) {
  const [places] = useState(() => new Map<string, number>());
  const { tab, select, start } = useAddressTab(profileTabNames, places);
  return (
    <>
      <ProfileHeader answer={answer} more={!answer.isSelf && <ProfileMenu answer={answer} />} />
      <ProfileTabs
        uid={answer.profile.uid}
        isSelf={answer.isSelf}
        selected={tab}
        onSelect={select}
        start={start}
      />
    </>
  );
}

function isMissing(error: Error | null): boolean {
  // The server rejects an impossible address as an argument.
  return error instanceof ApiError && (error.code === 'not-found' || error.code === 'invalid-argument');
}
