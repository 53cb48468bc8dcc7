import { parseJson } from '../../../state/parse-json.ts';
import { withStorage } from '../../../state/storage.ts';

/** A quote being written. `attemptKey` is its idempotency key: a retry with the same text is the same post. */
export type QuoteDraft = { text: string; attemptKey: string };

const keyOf = (uid: string, postId: string) => `tablon.quote.${uid}.${postId}`;

export function loadQuote(uid: string, postId: string): QuoteDraft {
  const text = withStorage('sessionStorage', (storage) => storage.getItem(keyOf(uid, postId)));
  const stored = parseJson(text);
  return isQuoteDraft(stored) ? stored : newQuote('');
}

export function editQuote(draft: QuoteDraft, text: string): QuoteDraft {
  return text === draft.text ? draft : newQuote(text);
}

export function saveQuote(uid: string, postId: string, draft: QuoteDraft): void {
  withStorage('sessionStorage', (storage) => {
    if (draft.text === '') storage.removeItem(keyOf(uid, postId));
    else storage.setItem(keyOf(uid, postId), JSON.stringify(draft));
  });
}

/** Drops a published draft, unless another one was begun meanwhile. */
export function dropQuote(uid: string, postId: string, published: QuoteDraft): void {
  const stored = loadQuote(uid, postId);
  if (stored.attemptKey === published.attemptKey) saveQuote(uid, postId, newQuote(''));
}

function newQuote(text: string): QuoteDraft {
  return { text, attemptKey: crypto.randomUUID() };
}

function isQuoteDraft(value: unknown): value is QuoteDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { text, attemptKey } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof attemptKey === 'string';
}
