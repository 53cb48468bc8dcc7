import { Suspense } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';

import { guard } from './features/session/guard.ts';
import { rememberedPath } from './features/session/remembered-path.ts';
import { retrySession, visits } from './features/session/session-store.ts';
import { useFreshRights } from './features/session/use-fresh-rights.ts';
import { useSession } from './features/session/use-session.ts';
import { usePageTitle } from './features/shell/use-page-title.ts';
import type { Screen } from './routes.tsx';
import { useScrollMemory } from './ui/browser/scroll-memory.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { ErrorState } from './ui/ErrorState.tsx';
import { PageLoading } from './ui/PageLoading.tsx';

export function Frame({ screen }: { screen: Screen }) {
  const [path] = useLocation();
  const search = useSearch();
  const session = useSession();
  const fresh = useFreshRights(screen.access === 'admin');
  const verdict = guard(screen.access, session, {
    path,
    search: search && `?${search}`,
    from: rememberedPath(),
  });
  if (!fresh) return <PageLoading />;
  switch (verdict.kind) {
    case 'wait':
      return <PageLoading />;
    case 'failed':
      return <ErrorState onRetry={() => void retrySession()}>Se cortó la señal.</ErrorState>;
    case 'redirect':
      return <Redirect to={verdict.to} replace state={verdict.from ? { from: verdict.from } : null} />;
    case 'show':
      // The key remounts the screen for another user.
      return <OpenScreen key={`${visits()} ${path}`} screen={screen} path={path} />;
  }
}

function OpenScreen({ screen: { title, heading, Page }, path }: { screen: Screen; path: string }) {
  usePageTitle(title, path);
  useScrollMemory();
  return (
    <ErrorBoundary>
      {heading === 'hidden' && <h1 className="visually-hidden">{title}</h1>}
      <Suspense
        fallback={
          <>
            {heading === 'own' && (
              <h1 className="visually-hidden" data-waiting>
                {title}
              </h1>
            )}
            <PageLoading />
          </>
        }
      >
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}
