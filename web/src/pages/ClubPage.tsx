import { useEffect, useState } from 'react';
import { Redirect, useParams } from 'wouter';

import { ApiError } from '../api/api-error.ts';
import { ClubHeader } from '../features/club-page/ClubHeader.tsx';
import { clubTabNames, ClubTabs } from '../features/club-page/ClubTabs.tsx';
import { type ClubPage as Club, useClub } from '../features/club-page/use-club.ts';
import { useFeature } from '../features/session/use-session.ts';
import { changeDocumentTitle } from '../ui/browser/document-title.ts';
import { useAddressTab } from '../ui/browser/use-address-tab.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageLoading } from '../ui/PageLoading.tsx';
import { TitleBar } from '../ui/TitleBar.tsx';

export function ClubPage() {
  const { slug: typed = '' } = useParams();
  const slug = typed.toLowerCase();
  if (!useFeature('cuadros')) return <Redirect to="/feed" replace />;
  return (
    <>
      <TitleBar
        title="Cuadro"
        isHeading={false}
        action={
          <ButtonLink href="/clubes" variant="quiet" size="small">
            Ver todos
          </ButtonLink>
        }
      />
      <ClubOf key={slug} slug={slug} />
    </>
  );
}

function ClubOf({ slug }: { slug: string }) {
  const { data: club, error, isFetching, refetch } = useClub(slug);
  const name = club?.name;
  useEffect(() => {
    if (name !== undefined) changeDocumentTitle({ title: name });
  }, [name]);
  if (club) return <OpenClub club={club} />;
  return (
    <>
      <h1 className="visually-hidden" data-waiting={!error || undefined}>
        Cuadro
      </h1>
      <NoClub error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    </>
  );
}

type NoClubProps = { error: Error | null; isRetrying: boolean; onRetry: () => void };

function NoClub({ error, isRetrying, onRetry }: NoClubProps) {
  if (!error) return <PageLoading />;
  if (error instanceof ApiError && error.code === 'not-found') {
    return <EmptyState>No encontramos ese cuadro.</EmptyState>;
  }
  return (
    <ErrorState onRetry={onRetry} busy={isRetrying}>
      No se pudo cargar.
    </ErrorState>
  );
}

function OpenClub({ club }: { club: Club }) {
  const [places] = useState(() => new Map<string, number>());
  const { tab, select, start, toStart } = useAddressTab(clubTabNames, places);
  return (
    <>
      <ClubHeader club={club} />
      <ClubTabs club={club} selected={tab} onSelect={select} start={start} onTop={toStart} />
    </>
  );
}
