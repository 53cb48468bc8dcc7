import { QueryClientProvider } from '@tanstack/react-query';
import { Redirect, Route, Switch, useLocation } from 'wouter';

import { queryClient } from './api/query-client.ts';
import { openWriteSheet } from './features/composer/open-write-sheet.ts';
import { Bell } from './features/notifications/Bell.tsx';
import { provideOthersMenu } from './features/posts/card/others-menu.ts';
import type { Access } from './features/session/guard.ts';
import { useSession } from './features/session/use-session.ts';
import { Shell } from './features/shell/Shell.tsx';
import { Frame } from './Frame.tsx';
import { loadRail } from './load-rail.ts';
import { screens } from './routes.tsx';
import { optionalPart } from './ui/optional-part.ts';
import { NoticesHost } from './ui/overlays/NoticesHost.tsx';

const Rail = optionalPart(loadRail);
const PushButton = optionalPart(async () => (await import('./features/push/PushButton.tsx')).PushButton);

provideOthersMenu(async () => (await import('./features/blocks/others-menu.tsx')).openOthersMenu);

const guestPaths = pathsFor('guest');
const openPaths = pathsFor('anyone');

const tablePaths = new Set(['/admin', '/admin/ads']);

function layoutOf(path: string, member: boolean): 'wide' | 'column' | 'table' | 'alone' {
  if (guestPaths.has(path)) return 'wide';
  if (!member) return 'alone';
  return tablePaths.has(path) ? 'table' : 'column';
}

export function App() {
  const [path] = useLocation();
  const { user, status } = useSession();
  // While the session loads, use the layout that the address will have, so that nothing moves when the answer
  // arrives.
  const willBeMember = status === 'loading' && !openPaths.has(path);
  const member = user !== null || status === 'lost' || willBeMember;
  return (
    <QueryClientProvider client={queryClient}>
      <Shell
        rail={user && <Rail />}
        layout={layoutOf(path, member)}
        onWrite={user || status === 'lost' ? openWriteSheet : undefined}
        bell={
          user && (
            <Bell key={user.uid}>
              <PushButton />
            </Bell>
          )
        }
      >
        <Switch>
          {screens.map((screen) => (
            <Route key={screen.path} path={screen.pattern ?? screen.path}>
              <Frame screen={screen} />
            </Route>
          ))}
          <Route>
            <Redirect to="/feed" replace />
          </Route>
        </Switch>
      </Shell>
      <NoticesHost />
    </QueryClientProvider>
  );
}

function pathsFor(access: Access): ReadonlySet<string> {
  return new Set(screens.filter((screen) => screen.access === access).map(({ path }) => path));
}
