import { useSyncExternalStore } from 'react';

import { type Draft, editDraft, loadDraft, saveDraft } from './draft.ts';

/** What a user's composer holds. `publishing`: something of theirs is on its way. */
export type ComposerState = { readonly draft: Draft; readonly publishing: boolean };

// Outside the components: what fails comes back even when the feed was left meanwhile.
const states = new Map<string, ComposerState>();
const listeners = new Set<() => void>();

export function useComposerState(uid: string): ComposerState {
  return useSyncExternalStore(subscribe, () => readComposer(uid));
}

export function readComposer(uid: string): ComposerState {
  const known = states.get(uid);
  if (known) return known;
  const state = { draft: loadDraft(localStorage, uid), publishing: false };
  states.set(uid, state);
  return state;
}

/** Takes what the user typed and keeps it over reloads. */
export function typeDraft(uid: string, change: Partial<Pick<Draft, 'text' | 'link'>>): void {
  const draft = editDraft(readComposer(uid).draft, change);
  changeComposer(uid, { draft });
  saveDraft(localStorage, uid, draft);
}

export function changeComposer(uid: string, change: Partial<ComposerState>): void {
  states.set(uid, { ...readComposer(uid), ...change });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
