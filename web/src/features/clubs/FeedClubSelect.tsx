import { useId } from 'react';

import { useSession } from '../session/use-session.ts';
import { searchClubs } from './club-search.ts';
import { divisionNames } from './club-words.ts';
import { chooseFeedClub, ownClubChoice, useFeedClubChoice } from './feed-club.ts';
import { useClubs } from './use-clubs.ts';

import styles from './FeedClubSelect.module.css';

/** Chooses whose posts 'Para vos' shows: everybody's, or those of a club's fans. */
export function FeedClubSelect() {
  const id = useId();
  const { user } = useSession();
  const chosen = useFeedClubChoice();
  const groups = searchClubs(useClubs()?.items.filter(({ division }) => division !== 'otro') ?? [], '');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Cuadro</label>
      <select id={id} value={chosen} onChange={({ target }) => chooseFeedClub(target.value)}>
        <option value="">Todos</option>
        <option value={ownClubChoice} disabled={!user?.club}>
          Mi cuadro
        </option>
        {groups.length === 0 && chosen && chosen !== ownClubChoice && <option value={chosen}>…</option>}
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
