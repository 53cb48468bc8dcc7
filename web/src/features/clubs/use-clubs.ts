import { useEffect } from 'react';

import { whenIdle } from '../../api/when-idle.ts';
import { useStore } from '../../state/create-store.ts';
import { ignoreMissingChunk } from '../../ui/browser/chunks.ts';
import { type Clubs, clubs } from './clubs-store.ts';

let loading = false;

/** Null until loaded. The screen's own calls go first. */
export function useClubs(): Clubs | null {
  useEffect(() => {
    if (loading) return;
    loading = true;
    void whenIdle(150)
      .then(async () => (await import('./load-clubs.ts')).loadClubs())
      .catch(ignoreMissingChunk)
      // The next badge retries a failed load.
      .finally(() => (loading = clubs.read() !== null));
  }, []);
  return useStore(clubs);
}
