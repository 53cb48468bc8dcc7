import { QueryClientProvider } from '@tanstack/react-query';
import { Redirect, Route, Switch, useLocation } from 'wouter';

import { queryClient } from './api/query-client.ts';
import { useSession } from './features/session/use-session.ts';
import { Shell } from './features/shell/Shell.tsx';
import { Frame } from './Frame.tsx';
import { screens } from './routes.tsx';
import { NoticesHost } from './ui/NoticesHost.tsx';

const guestPaths = new Set(screens.filter(({ access }) => access === 'guest').map(({ path }) => path));

export function App() {
  const [path] = useLocation();
  const { user, status } = useSession();
  const member = user !== null || status === 'lost';
  return (
    <QueryClientProvider client={queryClient}>
      <Shell layout={member && !guestPaths.has(path) ? 'column' : 'alone'}>
        <Switch>
          {screens.map((screen) => (
            <Route key={screen.path} path={screen.path}>
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
