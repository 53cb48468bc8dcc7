import { useClubList } from './use-club-list.ts';
import { useOwnClub } from './use-own-club.ts';

/** For a choice of the own club. `retry`: null unless one of the two reads failed. */
export function useClubChoice() {
  const { own, ...ofOwn } = useOwnClub();
  const { all, ...ofList } = useClubList();
  const retries = [ofOwn.retry, ofList.retry].filter((retry) => retry !== null);
  const retry = retries.length === 0 ? null : () => retries.forEach((again) => again());
  return { own, all, retry, isFetching: ofOwn.isFetching || ofList.isFetching };
}
