import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { searchQuery } from '../../../../contract/src/rules/search.ts';

/**
 * What is typed in the search box, and what the last pause in typing left of it. That stands in the address as `q`,
 * so that Back and a reload find it again. `settle` does not wait for the pause.
 */
export function useSearchText() {
  const [search, setSearch] = useSearchParams();
  const settled = search.get('q') ?? '';
  const [text, setText] = useState({ typed: settled, settled });
  // A pause, or something else that changed the address, such as the tab 'Buscar'.
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
