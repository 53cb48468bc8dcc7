import { Link } from 'wouter';

import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { searchClubs } from '../clubs/club-search.ts';
import { divisionNames } from '../clubs/club-words.ts';
import { DrawnBadge } from '../clubs/DrawnBadge.tsx';
import { useClubList } from '../clubs/use-club-list.ts';

import styles from './AllClubs.module.css';

export function AllClubs() {
  const { all, retry, isFetching } = useClubList();
  if (retry) {
    return (
      <ErrorState onRetry={retry} busy={isFetching}>
        No se pudo cargar.
      </ErrorState>
    );
  }
  if (!all) return <PageLoading />;
  const clubs = all.items.filter(({ active }) => active);
  return searchClubs(clubs, '').map((group) => (
    <section key={group.division} aria-labelledby={group.division}>
      <h2 id={group.division} className={styles.division}>
        {divisionNames[group.division]}
      </h2>
      <ul className={styles.list}>
        {group.clubs.map(({ slug, name, place }) => (
          <li key={slug}>
            <Link href={`/club/${slug}`} className={styles.club}>
              <DrawnBadge slug={slug} decorative />
              <span className={styles.words}>
                <span className={styles.name}>{name}</span> <span className={styles.place}>{place}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
