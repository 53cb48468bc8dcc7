import { useEffect } from 'react';

import { announce } from '../../ui/browser/announce.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PersonRow } from '../profiles/PersonRow.tsx';
import { PersonSkeletons } from '../profiles/PersonSkeleton.tsx';
import { useCachedProfiles } from '../profiles/use-profile.ts';
import { useSearch } from './use-search.ts';

export function SearchResults({ q }: { q: string }) {
  const search = useSearch(q);
  const found = search.data?.pages.flatMap((page) => page.items);
  const states = useCachedProfiles(found?.map(({ uid }) => uid) ?? []);
  // Some may have been blocked since the search.
  const people = found?.filter((_, i) => !states[i]?.blocked);
  const isCurrent = !search.isPlaceholderData;
  const isUnknown = !people || (people.length === 0 && !isCurrent);
  const count = people?.length;
  // Another query may have as many; the same one may be read again.
  const queryShown = isCurrent && people ? q : undefined;

  useEffect(() => {
    if (queryShown !== undefined) announce(count === 1 ? '1 resultado' : `${count} resultados`);
  }, [queryShown, count]);

  if (search.isError && !people) {
    return (
      <ErrorState onRetry={() => void search.refetch()} busy={search.isFetching}>
        Error al buscar.
      </ErrorState>
    );
  }
  if (isUnknown) return <PersonSkeletons count={6} />;
  if (people.length === 0 && !search.hasNextPage) return <EmptyState>Sin resultados.</EmptyState>;
  return (
    <>
      <ul aria-label="Resultados" aria-busy={!isCurrent}>
        {people.map((person) => (
          <PersonRow key={person.uid} person={person} />
        ))}
      </ul>
      {isCurrent && <LoadMore list={search} />}
    </>
  );
}
