import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { foldWords } from '../../../../contract/src/rules/texts/fold-words.ts';
import { query } from '../../api/client.ts';
import { topicSuggestionsKey } from '../../api/query-keys.ts';
import { spelledAsTyped, type SpelledTopic } from './spelled-as-typed.ts';

export function useTopicSuggestions(typed: string): SpelledTopic[] {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), limits.searchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed]);

  const q = foldWords(settled);
  const { data } = useQuery({
    queryKey: topicSuggestionsKey(q),
    queryFn: ({ signal }) => query('suggestTags', { q }, { signal }),
    enabled: q.length >= limits.topicSuggestMin,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return spelledAsTyped(data?.items ?? [], typed);
}
