import { limits } from '../limits.ts';
import { normaliseLink, shortLink } from '../links.ts';
import { type Topic, topicKey } from './topics.ts';

export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'url'; text: string; href: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'topic'; text: string; key: string };

const token =
  /https?:\/\/[^\s<>"]+|(?<![\w@./])www\.[^\s<>"]+|(?<![\w@./-])@[a-zA-Z0-9._-]{3,20}|(?<![\p{L}\p{N}_&/#@])#(?!https?:|www\.)[\p{L}\p{M}\p{N}_]+/gu;

/** The parts in order; joined, their texts give the input. */
export function splitText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const plain = (to: number) => {
    if (to > end) parts.push({ kind: 'text', text: text.slice(end, to) });
  };
  for (const match of text.matchAll(token)) {
    // Trailing punctuation is not part of the link or mention.
    const found = match[0].replace(/(?<![.,;:!?)\]}'»…-])[.,;:!?)\]}'»…-]+$/, '');
    const part = partOf(found);
    if (!part) continue;
    plain(match.index);
    parts.push(part);
    end = match.index + found.length;
  }
  plain(text.length);
  return parts;
}

export function topicsOf(text: string): Topic[] {
  const topics = new Map<string, Topic>();
  for (const part of splitText(text)) {
    if (part.kind !== 'topic' || topics.has(part.key)) continue;
    topics.set(part.key, { key: part.key, spelling: part.text.slice(1) });
    if (topics.size === limits.topicsIndexed) break;
  }
  return [...topics.values()];
}

export function mentionsOf(text: string): string[] {
  const handles = splitText(text).flatMap((part) => (part.kind === 'mention' ? [part.handle] : []));
  return [...new Set(handles)].slice(0, limits.mentions);
}

export function withShortLinks(text: string): string {
  return splitText(text)
    .map((part) => (part.kind === 'url' ? shortLink(part.href) : part.text))
    .join('');
}

function partOf(text: string): TextPart | null {
  if (text.startsWith('#')) return topicPart(text);
  return text.startsWith('@') ? mentionPart(text) : urlPart(text);
}

function topicPart(text: string): TextPart | null {
  const key = topicKey(text.slice(1));
  return key === null ? null : { kind: 'topic', text, key };
}

function mentionPart(text: string): TextPart | null {
  const handle = text.slice(1).toLowerCase();
  return handle.length < limits.handleMin ? null : { kind: 'mention', text, handle };
}

function urlPart(text: string): TextPart | null {
  const href = normaliseLink(text);
  return href === null ? null : { kind: 'url', text, href };
}
