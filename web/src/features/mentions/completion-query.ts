import { mentionAt, type CaretPrefix } from './mention-at.ts';

export type CompletionQuery = CaretPrefix & { readonly kind: 'mention' | 'topic' };

// Like the topics of `splitText`.
const topicPattern = /(?<![\p{L}\p{N}_&/#@])#([\p{L}\p{M}\p{N}_]{2,50})$/u;

export function completionQueryAt(text: string, caret: number): CompletionQuery | null {
  const mention = mentionAt(text, caret);
  if (mention) return { kind: 'mention', ...mention };
  const topic = topicAt(text, caret);
  return topic && { kind: 'topic', ...topic };
}

function topicAt(text: string, caret: number): CaretPrefix | null {
  if (/^[\p{L}\p{M}\p{N}_]/u.test(text.slice(caret))) return null;
  const prefix = topicPattern.exec(text.slice(0, caret))?.[1];
  return prefix === undefined ? null : { start: caret - prefix.length - 1, prefix };
}
