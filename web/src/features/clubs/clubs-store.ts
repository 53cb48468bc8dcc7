import type { ComponentType } from 'react';

import type { Club } from '../../../../contract/src/calls/clubs.ts';
import { createStore, useStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';

export type Clubs = {
  readonly items: readonly Club[];
  readonly bySlug: ReadonlyMap<string, Club>;
  readonly popular: readonly string[];
  readonly Badge: ComponentType<{ slug: string; decorative: boolean }>;
};

/** Null until loaded. */
export const clubs = createStore<Clubs | null>(null);

const hiddenKey = 'tablon.hide-clubs';
const areClubsHidden = createStore(
  withStorage('localStorage', (storage) => storage.getItem(hiddenKey)) === '1',
);

export function useHiddenClubs(): boolean {
  return useStore(areClubsHidden);
}

export function hideClubs(hide: boolean): void {
  withStorage('localStorage', (storage) =>
    hide ? storage.setItem(hiddenKey, '1') : storage.removeItem(hiddenKey),
  );
  areClubsHidden.write(hide);
}
