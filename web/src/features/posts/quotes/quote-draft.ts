import {
  dropTextDraft,
  editTextDraft,
  loadTextDraft,
  saveTextDraft,
  type TextDraft,
} from '../../../state/text-draft.ts';

export type QuoteDraft = TextDraft;

/** Quotes without a text, which no storage keeps: they may be published already, so a further try is the same. */
const failed = new Map<string, QuoteDraft>();

const keyOf = (uid: string, postId: string) => `tablon.quote.${uid}.${postId}`;

export function loadQuote(uid: string, postId: string): QuoteDraft {
  const key = keyOf(uid, postId);
  const stored = loadTextDraft(key);
  return stored.text === '' ? (failed.get(key) ?? stored) : stored;
}

export function keepFailedQuote(uid: string, postId: string, draft: QuoteDraft): void {
  if (draft.text === '') failed.set(keyOf(uid, postId), draft);
}

export const editQuote = editTextDraft;

export function saveQuote(uid: string, postId: string, draft: QuoteDraft): void {
  saveTextDraft(keyOf(uid, postId), draft);
}

/** A draft that was begun meanwhile stays. */
export function dropQuote(uid: string, postId: string, published: QuoteDraft): void {
  failed.delete(keyOf(uid, postId));
  dropTextDraft(keyOf(uid, postId), published);
}
