import { useQuery } from '@tanstack/react-query';

import { clubsKey } from '../../api/query-keys.ts';
import { useStore } from '../../state/create-store.ts';
import { clubs } from './clubs-store.ts';
import { loadClubs } from './load-clubs.ts';

/** For a screen that needs the clubs at once. `retry`: null unless the read failed. */
export function useClubList() {
  const all = useStore(clubs);
  const { data, isFetching, refetch } = useQuery({ queryKey: clubsKey(), queryFn: loadClubs });
  const retry = all === null && data === false ? () => void refetch() : null;
  return { all, isFetching, retry };
}
