import { foldWords } from '../../../../contract/src/rules/muted-words.ts';

export type SuggestedTopic = { tag: string; display: string; people7d: number };

/**
 * The topics that what is typed begins, and the text that each puts there: what is typed is never spelt differently
 * when it is the topic already. None when it is the only one.
 */
export function spelledAsTyped(
  topics: readonly SuggestedTopic[],
  typed: string,
): (SuggestedTopic & { text: string })[] {
  const key = foldWords(typed);
  // The answer may be for a shorter text.
  const matching = topics.filter(({ tag }) => tag.startsWith(key));
  if (matching.length === 1 && matching[0]?.tag === key) return [];
  return matching.map((topic) => ({ ...topic, text: `#${topic.tag === key ? typed : topic.display}` }));
}
