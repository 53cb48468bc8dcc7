/** What one is writing about a post. `attemptKey` stays while the text does: a repeated try is one post. */
export type QuoteDraft = { text: string; attemptKey: string };

export type QuoteStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (uid: string, postId: string) => `tablon.quote.${uid}.${postId}`;

/** What this user had begun to write about the post, or nothing yet. A closed storage is no reason to fail. */
export function loadQuote(store: QuoteStore, uid: string, postId: string): QuoteDraft {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(uid, postId)) ?? 'null');
    return isQuoteDraft(kept) ? kept : newQuote('');
  } catch {
    return newQuote('');
  }
}

/** The draft with another text: another post, so another key. */
export function editQuote(draft: QuoteDraft, text: string): QuoteDraft {
  return text === draft.text ? draft : newQuote(text);
}

export function keepQuote(store: QuoteStore, uid: string, postId: string, draft: QuoteDraft): void {
  try {
    if (draft.text === '') store.removeItem(keyOf(uid, postId));
    else store.setItem(keyOf(uid, postId), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage only costs the draft once the dialog is closed.
  }
}

/** Drops what was published, unless something else was begun meanwhile. */
export function forgetQuote(store: QuoteStore, uid: string, postId: string, published: QuoteDraft): void {
  const kept = loadQuote(store, uid, postId);
  if (kept.attemptKey === published.attemptKey) keepQuote(store, uid, postId, newQuote(''));
}

function newQuote(text: string): QuoteDraft {
  return { text, attemptKey: crypto.randomUUID() };
}

function isQuoteDraft(value: unknown): value is QuoteDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { text, attemptKey } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof attemptKey === 'string';
}
