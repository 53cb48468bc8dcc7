import type { Output } from '../../../../contract/src/calls/all.ts';
import { foldLetters } from '../../../../contract/src/rules/texts/fold-letters.ts';

export type SuggestedTopic = Output<'suggestTags'>['items'][number];
/** `text` is inserted on completion. */
export type TopicCompletion = SuggestedTopic & { text: string };

/** A topic that is already typed in full keeps its spelling. None when it is the only match. */
export function topicCompletions(topics: readonly SuggestedTopic[], prefix: string): TopicCompletion[] {
  const key = foldLetters(prefix);
  // The answer may be for a shorter prefix.
  const matching = topics.filter(({ tag }) => tag.startsWith(key));
  if (matching.length === 1 && matching[0]?.tag === key) return [];
  return matching.map(({ tag, display, people7d }) => ({
    tag,
    display,
    people7d,
    text: `#${tag === key ? prefix : display}`,
  }));
}
