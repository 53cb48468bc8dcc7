import { type KeyboardEvent, type ReactNode, useRef } from 'react';

import { searchQuery } from '../../../../contract/src/rules/search.ts';
import { nextItem } from '../../ui/next-item.ts';
import { SearchBox } from './SearchBox.tsx';
import { SearchResults } from './SearchResults.tsx';
import { useSearchText } from './use-search-text.ts';

import styles from './Search.module.css';

export function Search({ children }: { children: ReactNode }) {
  const { text, query, type, submit } = useSearchText();
  const screen = useRef<HTMLDivElement>(null);
  // An emptied box shows `children` at once, before the debounce.
  const q = searchQuery(text) && searchQuery(query);

  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [...(screen.current?.querySelectorAll<HTMLElement>('input, li a') ?? [])];
    const next = nextItem(stops.length, stops.indexOf(document.activeElement as HTMLElement), event.key);
    if (next === null) return;
    event.preventDefault();
    stops[next]?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys of its fields
    <div ref={screen} onKeyDown={move}>
      <SearchBox text={text} onText={type} onSend={submit} />
      {q === '' ? (
        <>
          <p className={styles.hint}>Escribí un @usuario o email.</p>
          {children}
        </>
      ) : (
        <SearchResults q={q} />
      )}
    </div>
  );
}
