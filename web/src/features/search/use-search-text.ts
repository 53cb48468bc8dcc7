import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { searchQuery } from '../../../../contract/src/rules/search.ts';

/**
 * The debounced query is in the address as `q`, so that Back and a reload find it. `submit` skips the
 * debounce.
 */
export function useSearchText() {
  const [search, setSearch] = useSearchParams();
  const query = search.get('q') ?? '';
  const [input, setInput] = useState({ text: query, query });
  // The debounce, or a link such as the tab 'Buscar', changed the address.
  if (query !== input.query) setInput({ text: query, query });

  const { text } = input;
  useEffect(() => {
    if (text === query) return undefined;
    const pause = searchQuery(text) === '' ? 0 : limits.searchDebounceMs;
    const timer = setTimeout(() => setSearch(addressOf(text), { replace: true }), pause);
    return () => clearTimeout(timer);
  }, [text, query, setSearch]);

  return {
    text,
    query,
    type: (next: string) => setInput({ text: next, query }),
    submit: () => setSearch(addressOf(text), { replace: true }),
  };
}

function addressOf(text: string): Record<string, string> {
  return text === '' ? {} : { q: text };
}
