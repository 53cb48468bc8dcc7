import { createStore, type Store, useStore } from '../../state/create-store.ts';
import type { Attachment } from '../posts/files/attachment.ts';
import {
  type Draft,
  type DraftContent,
  editDraft,
  giveBack,
  loadDraft,
  saveDraft,
  storeWhenFree,
} from './draft.ts';

export type ComposerState = {
  readonly draft: Draft;
  readonly attachments: readonly Attachment[];
  /** How many picked files are not prepared yet. */
  readonly preparing: number;
  readonly fileError: string | null;
  readonly fileNotice: string | null;
  /** The choice of a warning is open although none is selected. */
  readonly warningAsked: boolean;
  /** The invalid link with which the user last tried to publish; a new object for each try. */
  readonly refusedLink?: { readonly link: string };
  readonly outgoing: { readonly draft: Draft; readonly attachments: readonly Attachment[] } | null;
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
  // The outgoing draft stays stored until the server has it, so a reload loses nothing and its key dedupes
  // the retry.
  if (draft !== before.draft || outgoing?.draft !== before.outgoing?.draft) {
    const isEdit = outgoing === before.outgoing;
    saveDraft(uid, outgoing ? giveBack(outgoing.draft, draft) : draft, isEdit);
  }
  storeOf(uid).write(state);
}

export function storeOf(uid: string): Store<ComposerState> {
  const existing = stores.get(uid);
  if (existing) return existing;
  const draft = loadDraft(uid);
  const store = createStore<ComposerState>({
    draft,
    attachments: [],
    preparing: 0,
    fileError: null,
    fileNotice: null,
    warningAsked: false,
    outgoing: null,
  });
  stores.set(uid, store);
  storeWhenFree(uid, () => store.read().draft);
  return store;
}
