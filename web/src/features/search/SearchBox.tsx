import { Search } from 'lucide-react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { searchAttributes } from '../../ui/forms/search-attributes.ts';

import styles from './Search.module.css';

type Props = { text: string; onText: (text: string) => void; onSend: () => void };

const name = 'Buscar por @usuario o email';

export function SearchBox({ text, onText, onSend }: Props) {
  return (
    <form
      role="search"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <Search size={20} aria-hidden className={styles.icon} />
      <input
        ref={focusWhenEmpty}
        {...searchAttributes}
        className={styles.box}
        aria-label={name}
        placeholder={name}
        maxLength={limits.searchQuery}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </form>
  );
}

// Returning to the results must not open a phone's keyboard.
function focusWhenEmpty(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus({ preventScroll: true });
}
