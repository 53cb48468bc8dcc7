import { type CacheEntry, SieveCache } from '../platform/concurrency/sieve-cache.ts';
import type { Signer } from '../platform/secrets/signed.ts';
import { bytesOf } from './bytes.ts';
import { writeCursor } from './cursors.ts';
import { JsonText } from './route.ts';

type More = Readonly<Record<string, number | string | boolean | readonly string[]>>;

/** `slot`: for a page that is kept. */
export type TextPage = {
  readonly items: readonly string[];
  readonly next: string | null;
  readonly slot?: AnswerSlot | undefined;
};

/** Where a page that is answered many times keeps its answer. Its `next` must be the same each time. */
export type AnswerSlot = { answer?: KeptAnswer | undefined };

class KeptAnswer extends JsonText {
  readonly list: string;
  readonly more: string;

  constructor(list: string, more: string, text: string) {
    // Bytes are sent as they are: a text would be copied for each answer, and the copy collected. Out of a
    // buffer of their own, since a shared one would stay as long as any of its pages.
    const bytes = Buffer.allocUnsafeSlow(text.length);
    bytes.write(text, 'latin1');
    super(bytes);
    this.list = list;
    this.more = more;
  }
}

/** For a list whose cursors are sealed. */
export function pageText(items: readonly string[], cursor: string | null): JsonText {
  return new JsonText(joined(items, cursor, ''));
}

/** With a cursor that is signed for this list; made once for a page that has a slot. */
export function pageAnswer(
  signer: Signer,
  list: string,
  { items, next, slot }: TextPage,
  more?: More,
): JsonText {
  const moreText = textOf(more);
  const last = slot?.answer;
  if (last !== undefined && last.list === list && last.more === moreText) return last;
  const text = joined(items, writeCursor(signer, list, next), moreText);
  if (!slot) return new JsonText(text);
  const answer = new KeptAnswer(list, moreText, text);
  slot.answer = answer;
  return answer;
}

function joined(items: readonly string[], cursor: string | null, moreText: string): string {
  return `{"items":[${items.join()}],"cursor":${cursor === null ? 'null' : `"${cursor}"`}${moreText}}`;
}

function textOf(more: More | undefined): string {
  return more === undefined ? '' : `,${bytesOf(JSON.stringify(more)).slice(1, -1)}`;
}

const keptBytes = 16 * 1024 * 1024;
const answers = new SieveCache<KeptAnswer>({ max: keptBytes, sizeOf: ({ text }) => text.length });
let slots = 0;

/** All of these together keep at most 16 MB. */
export class BoundedSlot implements AnswerSlot {
  readonly #key = String(++slots);
  #entry: CacheEntry<KeptAnswer> | undefined;

  get answer(): KeptAnswer | undefined {
    return this.#entry && answers.current(this.#entry);
  }

  set answer(answer: KeptAnswer | undefined) {
    if (answer) answers.set(this.#key, answer);
    else answers.delete(this.#key);
    this.#entry = answers.entry(this.#key);
  }
}
