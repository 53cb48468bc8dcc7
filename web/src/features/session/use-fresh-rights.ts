import { useEffect, useState } from 'react';

import { loadSession, session } from './session-store.ts';

/**
 * Whether the rights are those of now. A screen for admins is shown, or refused, only by an answer that was asked for
 * after one came to it: somebody may have become an admin meanwhile, or be one no more.
 */
export function useFreshRights(needed: boolean): boolean {
  const [fresh, setFresh] = useState(() => !needed || session.read().status === 'loading');

  useEffect(() => {
    if (!fresh) void loadSession().then(() => setFresh(true));
  }, [fresh]);

  return fresh;
}
