import { limits } from '../limits.ts';
import { codePoints } from '../text.ts';
import { foldWords } from './fold-words.ts';

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

/** Whether a spelling has a capital inside, like 'RiverPlate': the first such one is a topic's display. */
export function hasInnerCapital(text: string): boolean {
  return /.\p{Lu}/u.test(text);
}

function isTopic(text: string): boolean {
  return topic.test(text) && /\p{L}/u.test(text) && codePoints(text) <= limits.topic;
}

// A letter may be written as itself and an accent.
const topic = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*$/u;
