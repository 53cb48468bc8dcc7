import {
  dropTextDraft,
  editTextDraft,
  loadTextDraft,
  saveTextDraft,
  type TextDraft,
} from '../../../state/text-draft.ts';

export type QuoteDraft = TextDraft;

const keyOf = (uid: string, postId: string) => `tablon.quote.${uid}.${postId}`;

export function loadQuote(uid: string, postId: string): QuoteDraft {
  return loadTextDraft(keyOf(uid, postId));
}

export const editQuote = editTextDraft;

export function saveQuote(uid: string, postId: string, draft: QuoteDraft): void {
  saveTextDraft(keyOf(uid, postId), draft);
}

/** A draft that was begun meanwhile stays. */
export function dropQuote(uid: string, postId: string, published: QuoteDraft): void {
  dropTextDraft(keyOf(uid, postId), published);
}
