import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { foldWords } from '../../../../contract/src/rules/texts/fold-words.ts';
import { query } from '../../api/client.ts';
import { topicSuggestionsKey } from '../../api/query-keys.ts';
import { topicCompletions, type TopicCompletion } from './topic-completions.ts';

export function useTopicSuggestions(text: string): TopicCompletion[] {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), limits.searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  const q = foldWords(debouncedText);
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
