import type { ComponentType } from 'react';

import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { createStore, useStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';

export type Clubs = {
  readonly items: readonly Club[];
  readonly bySlug: ReadonlyMap<string, Club>;
  /** Those with most fans, by slug. */
  readonly popular: readonly string[];
  /** Loaded with the list, since nothing can be drawn before. */
  readonly Badge: ComponentType<{ slug: string; decorative: boolean }>;
};

/** Null until they are loaded. */
export const clubs = createStore<Clubs | null>(null);

const hiddenKey = 'tablon.hide-clubs';
const hidden = createStore(withStorage('localStorage', (storage) => storage.getItem(hiddenKey)) === '1');

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
