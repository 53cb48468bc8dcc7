import { foldWords } from '../../../../contract/src/rules/texts/fold-words.ts';

export type SuggestedTopic = { tag: string; display: string; people7d: number };
/** `text` is what completion puts in the box. */
export type SpelledTopic = SuggestedTopic & { text: string };

/**
 * The topics that begin with the typed text, and the text that each puts there: a topic that is typed already keeps
 * its spelling. None when it is the only one.
 */
export function spelledAsTyped(topics: readonly SuggestedTopic[], typed: string): SpelledTopic[] {
  const key = foldWords(typed);
  // The answer may be for a shorter text.
  const matching = topics.filter(({ tag }) => tag.startsWith(key));
  if (matching.length === 1 && matching[0]?.tag === key) return [];
  return matching.map(({ tag, display, people7d }) => ({
    tag,
    display,
    people7d,
    text: `#${tag === key ? typed : display}`,
  }));
}
