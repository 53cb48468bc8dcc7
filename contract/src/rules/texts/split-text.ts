import { limits } from '../limits.ts';
import { normaliseLink, shortLink } from '../links.ts';
import { type Topic, topicKey } from './topics.ts';

export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'url'; text: string; href: string }
  | { kind: 'mention'; text: string; handle: string }
  | { kind: 'topic'; text: string; key: string };

// A mention is a whole word: '@josé' is not one of '@jos'.
const token =
  /https?:\/\/[^\s<>"\p{C}]+|(?<![\w@./])www\.[^\s<>"\p{C}]+|(?<![\p{L}\p{N}_@./-])@[\p{L}\p{M}\p{N}._-]+|(?<![\p{L}\p{N}_&/#@])#(?!https?:|www\.)[\p{L}\p{M}\p{N}_]+/giu;
const handle = /^[a-z0-9._-]+$/;

/** The parts in order; joined, their texts give the input. */
export function splitText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const plain = (to: number) => {
    if (to > end) parts.push({ kind: 'text', text: text.slice(end, to) });
  };
  for (const match of text.matchAll(token)) {
    const found = withoutPunctuation(match[0]);
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

/** Trailing punctuation is not part of a link or mention, except a bracket that the link opened. */
function withoutPunctuation(text: string): string {
  const bare = text.replace(/(?<![.,;:!?)\]}'’”*»…-])[.,;:!?)\]}'’”*»…-]+$/, '');
  const openBrackets = new Map([
    [')', countOf(bare, '(') - countOf(bare, ')')],
    [']', countOf(bare, '[') - countOf(bare, ']')],
  ]);
  let end = bare.length;
  for (;;) {
    const next = text.charAt(end);
    const open = openBrackets.get(next) ?? 0;
    if (open <= 0) return text.slice(0, end);
    openBrackets.set(next, open - 1);
    end++;
  }
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
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
  const name = text.slice(1).toLowerCase();
  const isHandle = handle.test(name) && name.length >= limits.handleMin && name.length <= limits.handleMax;
  return isHandle ? { kind: 'mention', text, handle: name } : null;
}

function urlPart(text: string): TextPart | null {
  const href = normaliseLink(text);
  return href === null ? null : { kind: 'url', text, href };
}
