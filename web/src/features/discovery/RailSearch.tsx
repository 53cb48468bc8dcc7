import { Search } from 'lucide-react';
import { type SubmitEvent, useRef } from 'react';
import { useLocation } from 'wouter';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { searchAttributes } from '../../ui/forms/search-attributes.ts';

import styles from './RailSearch.module.css';

// The search screen has a box of its own, and labels must differ.
const name = 'Buscar gente';

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
