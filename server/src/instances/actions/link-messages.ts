import type { Fact } from '../../kernel/facts.ts';

/** In characters of facts; a single fact may exceed it. */
const maxLength = 200_000;
const idLength = 36;

export type LinkMessage = {
  readonly v: 1;
  /** Numbers the sender's messages with facts; any other message repeats the last number. */
  readonly seq: number;
  readonly facts?: readonly Fact[];
  readonly ask?: number;
  readonly confirms?: { readonly to: string; readonly ask: number };
  readonly blind?: true;
  readonly bye?: true;
};

/** `field` is a member of the JSON object, such as `"ask":1`. */
export function messageText(from: string, seq: number, isBlind: boolean, field?: string): string {
  const blind = isBlind ? ',"blind":true' : '';
  const more = field === undefined ? '' : `,${field}`;
  return `${from}{"v":1,"seq":${seq}${blind}${more}}`;
}

export function senderOf(text: string): string {
  return text.slice(0, idLength);
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
