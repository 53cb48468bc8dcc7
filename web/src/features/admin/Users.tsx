import { useState } from 'react';

import { limits } from '../../../../contract/src/rules/limits.ts';
import { queryClient } from '../../api/query-client.ts';
import { adminKey } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { searchAttributes } from '../../ui/forms/search-attributes.ts';
import { TextField } from '../../ui/forms/TextField.tsx';
import { FoundUser } from './FoundUser.tsx';
import { NewestUsers } from './NewestUsers.tsx';
import { Section } from './Section.tsx';
import { useAddress } from './use-address.ts';

import styles from './Admin.module.css';

export function Users() {
  const { address, set } = useAddress();
  const q = address.get('q') ?? '';
  const [input, setInput] = useState(q);
  const [lastQuery, setLastQuery] = useState(q);
  // A link to this page or Back also changes the query.
  if (lastQuery !== q) {
    setLastQuery(q);
    setInput(q);
  }
  const search = (text: string) => set('q', text);
  return (
    <Section title="Usuarios">
      <form
        role="search"
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          const text = input.trim();
          // The answer to the same text may have changed.
          if (text === q) void queryClient.invalidateQueries({ queryKey: adminKey('found', q) });
          else search(text);
        }}
      >
        <TextField
          label="Buscar por @usuario o email"
          {...searchAttributes}
          maxLength={limits.emailLength}
          value={input}
          onChange={({ target: { value } }) => {
            setInput(value);
            if (value === '') search('');
          }}
        />
        <Button type="submit">Buscar</Button>
      </form>
      {q === '' ? <NewestUsers /> : <FoundUser q={q} onEnd={() => search('')} />}
    </Section>
  );
}
