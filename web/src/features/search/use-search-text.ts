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
  const settled = search.get('q') ?? '';
  const [text, setText] = useState({ typed: settled, settled });
  // The debounce, or a link such as the tab 'Buscar', changed the address.
  if (settled !== text.settled) setText({ typed: settled, settled });

  const { typed } = text;
  useEffect(() => {
    if (typed === settled) return undefined;
    const pause = searchQuery(typed) === '' ? 0 : limits.searchDebounceMs;
    const timer = setTimeout(() => setSearch(addressOf(typed), { replace: true }), pause);
    return () => clearTimeout(timer);
  }, [typed, settled, setSearch]);

  return {
    typed,
    settled,
    type: (next: string) => setText({ typed: next, settled }),
    settle: () => setSearch(addressOf(typed), { replace: true }),
  };
}

function addressOf(typed: string): Record<string, string> {
  return typed === '' ? {} : { q: typed };
}
