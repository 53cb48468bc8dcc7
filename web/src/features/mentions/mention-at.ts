/** A mention that is being typed: where its @ stands, and what follows it. */
export type Mention = { readonly start: number; readonly typed: string };

// As `splitText` finds mentions, with the letters of names too: they lead to handles.
const unfinished = /(?<![\w@./-])@([\p{L}\p{N}._-]{2,20})$/u;

/** The mention that ends at the caret and has two characters or more, or null. */
export function mentionAt(text: string, caret: number): Mention | null {
  if (/^[\p{L}\p{N}._-]/u.test(text.slice(caret))) return null;
  const typed = unfinished.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { start: caret - typed.length - 1, typed };
}
