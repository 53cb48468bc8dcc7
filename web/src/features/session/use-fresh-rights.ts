import { useEffect, useState } from 'react';

import { loadSession, session } from './session-store.ts';

/** Rights may have changed since the session was loaded. */
export function useFreshRights(isNeeded: boolean): boolean {
  const [fresh, setFresh] = useState(() => !isNeeded || session.read().status === 'loading');

  useEffect(() => {
    if (!fresh) void loadSession().then(() => setFresh(true));
  }, [fresh]);

  return fresh;
}
