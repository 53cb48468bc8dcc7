import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { foldLetters } from '../../../../contract/src/rules/texts/fold-letters.ts';
import { query } from '../../api/client.ts';
import { topicSuggestionsKey } from '../../api/query-keys.ts';
import { useDebounced } from '../../ui/browser/use-debounced.ts';
import { topicCompletions, type TopicCompletion } from './topic-completions.ts';

export function useTopicSuggestions(text: string): TopicCompletion[] {
  const q = foldLetters(useDebounced(text, limits.searchDebounceMs));
  const { data } = useQuery({
    queryKey: topicSuggestionsKey(q),
    queryFn: ({ signal }) => query('suggestTags', { q }, { signal }),
    enabled: q.length >= limits.topicSuggestMin,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return topicCompletions(data?.items ?? [], text);
}
