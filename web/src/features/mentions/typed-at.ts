import { mentionAt, type TypedText } from './mention-at.ts';

export type Typed = TypedText & { readonly kind: 'mention' | 'topic' };

// Like the topics of `splitText`.
const topicPattern = /(?<![\p{L}\p{N}_&/#@])#([\p{L}\p{M}\p{N}_]{2,50})$/u;

export function typedAt(text: string, caret: number): Typed | null {
  const mention = mentionAt(text, caret);
  if (mention) return { kind: 'mention', ...mention };
  const topic = topicAt(text, caret);
  return topic && { kind: 'topic', ...topic };
}

function topicAt(text: string, caret: number): TypedText | null {
  if (/^[\p{L}\p{M}\p{N}_]/u.test(text.slice(caret))) return null;
  const typed = topicPattern.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { start: caret - typed.length - 1, typed };
}
