import { type ComponentType, useEffect } from 'react';

import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { whenIdle } from '../../api/when-idle.ts';
import { createStore, useStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';
import { ignoreMissingChunk } from '../../ui/browser/chunks.ts';

export type Clubs = {
  readonly items: readonly Club[];
  readonly bySlug: ReadonlyMap<string, Club>;
  /** Those with most fans, by slug. */
  readonly popular: readonly string[];
  /** Loaded with the list, since nothing can be drawn before. */
  readonly Badge: ComponentType<{ slug: string; decorative: boolean }>;
};

export const clubs = createStore<Clubs | null>(null);

const hiddenKey = 'tablon.hide-clubs';
const hidden = createStore(withStorage('localStorage', (storage) => storage.getItem(hiddenKey)) === '1');
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

/** Whether the reader wants to see nobody's club. */
export function useHiddenClubs(): boolean {
  return useStore(hidden);
}

export function hideClubs(hide: boolean): void {
  withStorage('localStorage', (storage) =>
    hide ? storage.setItem(hiddenKey, '1') : storage.removeItem(hiddenKey),
  );
  hidden.write(hide);
}
