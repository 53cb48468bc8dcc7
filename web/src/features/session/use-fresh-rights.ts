import { useEffect, useState } from 'react';

import { loadSession, session } from './session-store.ts';

/** Whether the session was re-read since the user came to an admin screen: rights may have changed meanwhile. */
export function useFreshRights(needed: boolean): boolean {
  const [fresh, setFresh] = useState(() => !needed || session.read().status === 'loading');

  useEffect(() => {
    if (!fresh) void loadSession().then(() => setFresh(true));
  }, [fresh]);

  return fresh;
}
