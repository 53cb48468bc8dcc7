import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { limits } from '../../../../contract/src/rules/limits.ts';
import { foldName, searchQuery } from '../../../../contract/src/rules/search.ts';
import { query } from '../../api/client.ts';
import { peopleKey } from '../../api/query-keys.ts';
import { useDebounced } from '../../ui/browser/use-debounced.ts';

const maxSuggestions = 5;

export function useSuggestions(text: string): Profile[] {
  const q = searchQuery(useDebounced(text, limits.searchDebounceMs));
  const { data } = useQuery({
    queryKey: peopleKey('mention', q),
    queryFn: ({ signal }) => query('searchUsers', { q }, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    // A late suggestion is useless.
    retry: false,
  });
  const prefix = searchQuery(text);
  const people = data?.items.filter((person) => matches(person, prefix)).slice(0, maxSuggestions) ?? [];
  // A complete handle needs no suggestion.
  return people.length === 1 && people[0]?.handle === prefix ? [] : people;
}

// The answer may be for a shorter prefix.
function matches({ handle, displayName }: Profile, prefix: string): boolean {
  return handle !== '' && (handle.startsWith(prefix) || foldName(displayName).includes(foldName(prefix)));
}
