import { parseJson } from './parse-json.ts';
import { withStorage } from './storage.ts';

/** `attemptKey` is the idempotency key: a retry with the same text is the same post or comment. */
export type TextDraft = { readonly text: string; readonly attemptKey: string };

export function newTextDraft(text = ''): TextDraft {
  return { text, attemptKey: crypto.randomUUID() };
}

export function editTextDraft(draft: TextDraft, text: string): TextDraft {
  return text === draft.text ? draft : newTextDraft(text);
}

/** Of this tab; empty if none is stored. */
export function loadTextDraft(key: string): TextDraft {
  const draft = parseJson(withStorage('sessionStorage', (storage) => storage.getItem(key)));
  return isTextDraft(draft) ? draft : newTextDraft();
}

export function saveTextDraft(key: string, draft: TextDraft): void {
  withStorage('sessionStorage', (storage) => {
    if (draft.text === '') storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(draft));
  });
}

/** A draft that was begun meanwhile stays. */
export function dropTextDraft(key: string, draft: TextDraft): void {
  if (loadTextDraft(key).attemptKey === draft.attemptKey) saveTextDraft(key, newTextDraft());
}

function isTextDraft(value: unknown): value is TextDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { text, attemptKey } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof attemptKey === 'string';
}
