import { Search } from 'lucide-react';
import { type SubmitEvent, useRef } from 'react';
import { useLocation } from 'wouter';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { searchAttributes } from '../../ui/forms/search-attributes.ts';

import styles from './RailSearch.module.css';

// Not the name of the search screen's box: a page has one of that name.
const name = 'Buscar gente';

/** The search box of the rail: Enter leads to the search screen. */
export function RailSearch() {
  const [, navigate] = useLocation();
  const box = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const q = box.current?.value.trim() ?? '';
    navigate(q === '' ? '/buscar' : `/buscar?${new URLSearchParams({ q })}`);
  };
  return (
    <form role="search" aria-label={name} className={styles.form} onSubmit={submit}>
      <Search size={20} aria-hidden className={styles.icon} />
      <input
        ref={box}
        {...searchAttributes}
        className={styles.box}
        aria-label={name}
        placeholder={name}
        maxLength={limits.searchQuery}
      />
    </form>
  );
}
