import type { Fact } from '../../kernel/facts.ts';

/** In characters of facts; a single fact may exceed it. */
const maxLength = 200_000;
const idLength = 36;

export type LinkMessage = {
  readonly v: 1;
  /** The sender's clock, in whole milliseconds. Versions before it sent neither `t` nor `clocks`. */
  readonly t?: number;
  /** Numbers the sender's messages with facts; any other message repeats the last number. */
  readonly seq: number;
  readonly facts?: readonly Fact[];
  /** The times that the clocks of other processes showed at least when this was sent; in beats only. */
  readonly clocks?: Readonly<Record<string, number>>;
  readonly ask?: number;
  readonly confirms?: { readonly to: string; readonly ask: number };
  readonly blind?: true;
  readonly bye?: true;
};

type Head = { from: string; t: number; seq: number; isBlind: boolean };

/** `field` is a member of the JSON object, such as `"ask":1`. */
export function messageText({ from, t, seq, isBlind }: Head, field?: string): string {
  const blind = isBlind ? ',"blind":true' : '';
  const more = field === undefined ? '' : `,${field}`;
  return `${from}{"v":1,"t":${Math.floor(t)},"seq":${seq}${blind}${more}}`;
}

export function senderOf(text: string): string {
  return text.slice(0, idLength);
}

/** `t` of a message of this process, without parsing its facts. */
export function ownTimeOf(text: string): number {
  return Number(/"t":(\d+)/.exec(text.slice(idLength, idLength + 40))?.[1] ?? 0);
}

/** Null for a message of a newer version, and for malformed ones. */
export function parseMessage(text: string): LinkMessage | null {
  try {
    const message = JSON.parse(text.slice(idLength)) as LinkMessage | null;
    return message?.v === 1 && Number.isSafeInteger(message.seq) ? message : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function splitFacts(facts: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let length = Infinity;
  for (const fact of facts) {
    if (length + fact.length > maxLength) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)?.push(fact);
    length += fact.length;
  }
  return chunks;
}
