import { limits } from '../limits.ts';
import { foldWords } from '../muted-words.ts';
import { codePoints } from '../text.ts';

/** A topic of a text: the key that all its spellings share, and the spelling, without '#'. */
export type Topic = { key: string; spelling: string };

/**
 * The key of a topic written without '#', or null if it is none: 1 to 50 letters, digits or '_', at least one letter.
 * '#Clásico' and '#clasico' share a key; '#año' and '#ano' do not. A key is its own key.
 */
export function topicKey(spelling: string): string | null {
  if (!isTopic(spelling)) return null;
  const key = foldWords(spelling);
  // Folding turns some letters into several characters, spaces among them.
  return isTopic(key) ? key : null;
}

/** The display of a topic: its first spelling with a capital inside, else its first. `shown` is null for a new topic. */
export function topicDisplay(shown: string | null, spelling: string): string {
  return shown === null || (hasInnerCapital(spelling) && !hasInnerCapital(shown)) ? spelling : shown;
}

function isTopic(text: string): boolean {
  return topic.test(text) && /\p{L}/u.test(text) && codePoints(text) <= limits.topic;
}

// A letter may be written as itself and an accent.
const topic = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*$/u;

function hasInnerCapital(text: string): boolean {
  return /.\p{Lu}/u.test(text);
}
