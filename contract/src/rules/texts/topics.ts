import { limits } from '../limits.ts';
import { codePoints } from '../text.ts';
import { foldLetters } from './fold-letters.ts';

/** The spelling has no '#'. */
export type Topic = { key: string; spelling: string };

/**
 * Null unless the spelling is 1 to 50 letters, digits or '_', with at least one letter. '#Clásico' and
 * '#clasico' share a key; '#año' and '#ano' do not. A key is its own key.
 */
export function topicKey(spelling: string): string | null {
  if (!isTopic(spelling)) return null;
  const key = foldLetters(spelling);
  // Folding turns some letters into several characters, spaces among them.
  return isTopic(key) ? key : null;
}

/** As in 'RiverPlate': the first such spelling becomes the topic's display. */
export function hasInnerCapital(text: string): boolean {
  return /.\p{Lu}/u.test(text);
}

function isTopic(text: string): boolean {
  return topic.test(text) && /\p{L}/u.test(text) && codePoints(text) <= limits.topic;
}

// An accented letter may be decomposed: a letter and a combining mark.
const topic = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*$/u;
