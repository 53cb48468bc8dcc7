import { useSyncExternalStore } from 'react';

import type { Attachment } from '../posts/files/attachment.ts';
import { type Draft, type DraftContent, editDraft, giveBack, loadDraft, saveDraft } from './draft.ts';

/** What a user's composer holds. */
export type ComposerState = {
  readonly draft: Draft;
  /** The draft's file, once it is ready to be sent. */
  readonly attachment: Attachment | null;
  /** A file was chosen and is being read. */
  readonly preparing: boolean;
  /** Why the file that was chosen last was not taken. */
  readonly fileError: string | null;
  /** What is being published. */
  readonly outgoing: { readonly draft: Draft; readonly attachment: Attachment | null } | null;
};

// Outside the components: what fails comes back even when the feed was left meanwhile.
const states = new Map<string, ComposerState>();
const listeners = new Set<() => void>();

export function useComposerState(uid: string): ComposerState {
  return useSyncExternalStore(subscribe, () => readComposer(uid));
}

export function readComposer(uid: string): ComposerState {
  const known = states.get(uid);
  if (known) return known;
  const draft = loadDraft(localStorage, uid);
  const state = { draft, attachment: null, preparing: false, fileError: null, outgoing: null };
  states.set(uid, state);
  return state;
}

/** Takes what the user wrote or chose and keeps it over reloads. */
export function typeDraft(uid: string, change: Partial<DraftContent>): void {
  changeComposer(uid, { draft: editDraft(readComposer(uid).draft, change) });
}

export function changeComposer(uid: string, change: Partial<ComposerState>): void {
  const before = readComposer(uid);
  const state = { ...before, ...change };
  states.set(uid, state);
  const { draft, outgoing } = state;
  // What is on its way is kept as well until the server has it: a reload meanwhile loses nothing, and its key makes
  // a second try the same post.
  if (draft !== before.draft || outgoing?.draft !== before.outgoing?.draft) {
    saveDraft(localStorage, uid, outgoing ? giveBack(outgoing.draft, draft) : draft);
  }
  for (const listener of listeners) listener();
}

/** Changes the file `id` wherever it stands: in the composer, or on its way. */
export function changeAttachment(uid: string, id: string, change: Partial<Attachment>): void {
  const { attachment, outgoing } = readComposer(uid);
  if (attachment?.id === id) changeComposer(uid, { attachment: { ...attachment, ...change } });
  if (outgoing?.attachment?.id === id) {
    changeComposer(uid, { outgoing: { ...outgoing, attachment: { ...outgoing.attachment, ...change } } });
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
