import { useEffect } from 'react';

import { whenIdle } from '../../api/when-idle.ts';
import { useStore } from '../../state/create-store.ts';
import { ignoreMissingChunk } from '../../ui/browser/chunks.ts';
import { type Clubs, clubs } from './clubs-store.ts';

let loading = false;

/** All clubs; null until they are there. The screen's own answers go first. */
export function useClubs(): Clubs | null {
  useEffect(() => {
    if (loading) return;
    loading = true;
    void whenIdle(150)
      .then(async () => (await import('./load-clubs.ts')).loadClubs())
      .catch(ignoreMissingChunk)
      // A failed load is tried again by the next badge.
      .finally(() => (loading = clubs.read() !== null));
  }, []);
  return useStore(clubs);
}
