import { useId } from 'react';

import { searchClubs } from './club-search.ts';
import { divisionNames } from './club-words.ts';
import { chooseFeedClub, ownClubChoice, useFeedClubChoice, useOwnSlug } from './feed-club.ts';
import { useClubs } from './use-clubs.ts';

import styles from './FeedClubSelect.module.css';

export function FeedClubSelect() {
  const id = useId();
  const own = useOwnSlug();
  const choice = useFeedClubChoice();
  const selection = choice === ownClubChoice && !own ? '' : choice;
  const groups = searchClubs(useClubs()?.items ?? [], '');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Cuadro</label>
      <select id={id} value={selection} onChange={({ target }) => chooseFeedClub(target.value)}>
        <option value="">Todos</option>
        <option value={ownClubChoice} disabled={!own}>
          Mi cuadro
        </option>
        {groups.length === 0 && selection && selection !== ownClubChoice && (
          <option value={selection}>…</option>
        )}
        {groups.map(({ division, clubs }) => (
          <optgroup key={division} label={divisionNames[division]}>
            {clubs.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
