import { useRef, type KeyboardEvent } from 'react';

import { searchQuery } from '../../../../contract/src/rules/search.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { nextItem } from '../../ui/next-item.ts';
import { SearchBox } from './SearchBox.tsx';
import { SearchResults } from './SearchResults.tsx';
import { useSearchText } from './use-search-text.ts';

/** The search for people. Up and down arrows move between the box and its results. */
export function Search() {
  const { typed, settled, type, settle } = useSearchText();
  const screen = useRef<HTMLDivElement>(null);
  // An emptied box shows it at once, before the debounce.
  const q = searchQuery(typed) && searchQuery(settled);

  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(screen.current?.querySelectorAll<HTMLElement>('input, li a') ?? [])];
    const next = nextItem(stops.length, stops.indexOf(document.activeElement as HTMLElement), event.key);
    if (next === null) return;
    event.preventDefault();
    stops[next]?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what stands in it
    <div ref={screen} onKeyDown={move}>
      <SearchBox text={typed} onText={type} onSend={settle} />
      {q === '' ? <EmptyState>Escribí un @usuario o email.</EmptyState> : <SearchResults q={q} />}
    </div>
  );
}
