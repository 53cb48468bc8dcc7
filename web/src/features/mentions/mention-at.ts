/** `start` is the index of the @ or #. */
export type CaretPrefix = { readonly start: number; readonly prefix: string };

// Like the mentions of `splitText`, but with all letters, because names may be typed too.
const mentionPattern = /(?<![\p{L}\p{N}_@./-])@([\p{L}\p{N}._-]{2,20})$/u;

export function mentionAt(text: string, caret: number): CaretPrefix | null {
  if (/^[\p{L}\p{N}._-]/u.test(text.slice(caret))) return null;
  const prefix = mentionPattern.exec(text.slice(0, caret))?.[1];
  return prefix === undefined ? null : { start: caret - prefix.length - 1, prefix };
}
