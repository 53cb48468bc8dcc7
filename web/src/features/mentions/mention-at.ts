/** `start` is the index of the @ or #. */
export type TypedText = { readonly start: number; readonly typed: string };

// Like the mentions of `splitText`, but with all letters, because names may be typed too.
const mentionPattern = /(?<![\w@./-])@([\p{L}\p{N}._-]{2,20})$/u;

export function mentionAt(text: string, caret: number): TypedText | null {
  if (/^[\p{L}\p{N}._-]/u.test(text.slice(caret))) return null;
  const typed = mentionPattern.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { start: caret - typed.length - 1, typed };
}
