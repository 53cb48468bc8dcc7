import { createStore, type Store, useStore } from '../../state/create-store.ts';
import type { Attachment } from '../posts/files/attachment.ts';
import { type Draft, type DraftContent, editDraft, giveBack, loadDraft, saveDraft } from './draft.ts';

export type ComposerState = {
  readonly draft: Draft;
  /** The draft's file, once it is prepared for the upload. */
  readonly attachment: Attachment | null;
  readonly preparing: boolean;
  readonly fileError: string | null;
  /** Whether the choice of a warning is open although none is chosen. */
  readonly warningAsked: boolean;
  readonly outgoing: { readonly draft: Draft; readonly attachment: Attachment | null } | null;
};

// Outside the components: a failed post comes back even when the user has left the feed meanwhile.
const stores = new Map<string, Store<ComposerState>>();

export function useComposerState(uid: string): ComposerState {
  return useStore(storeOf(uid));
}

export function readComposer(uid: string): ComposerState {
  return storeOf(uid).read();
}

export function typeDraft(uid: string, change: Partial<DraftContent>): void {
  changeComposer(uid, { draft: editDraft(readComposer(uid).draft, change) });
}

export function changeComposer(uid: string, change: Partial<ComposerState>): void {
  const before = readComposer(uid);
  const state = { ...before, ...change };
  const { draft, outgoing } = state;
  // The outgoing draft stays stored until the server has it, so a reload loses nothing and its key dedupes the retry.
  if (draft !== before.draft || outgoing?.draft !== before.outgoing?.draft) {
    saveDraft(uid, outgoing ? giveBack(outgoing.draft, draft) : draft);
  }
  storeOf(uid).write(state);
}

export function changeAttachment(uid: string, id: string, change: Partial<Attachment>): void {
  const { attachment, outgoing } = readComposer(uid);
  if (attachment?.id === id) changeComposer(uid, { attachment: { ...attachment, ...change } });
  if (outgoing?.attachment?.id === id) {
    changeComposer(uid, { outgoing: { ...outgoing, attachment: { ...outgoing.attachment, ...change } } });
  }
}

function storeOf(uid: string): Store<ComposerState> {
  const existing = stores.get(uid);
  if (existing) return existing;
  const draft = loadDraft(uid);
  const store = createStore<ComposerState>({
    draft,
    attachment: null,
    preparing: false,
    fileError: null,
    warningAsked: false,
    outgoing: null,
  });
  stores.set(uid, store);
  return store;
}
