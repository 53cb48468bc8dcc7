import { createStore, useStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';
import { session } from '../session/session-store.ts';
import { useFeature, useSession } from '../session/use-session.ts';

/** A club's slug, '' for everybody, or 'mine' for the reader's own club. */
const key = 'tablon.feed-club';
const choice = createStore(withStorage('localStorage', (storage) => storage.getItem(key)) ?? '');

export const ownClubChoice = 'mine';

export function useFeedClubChoice(): string {
  return useStore(choice);
}

export function useOwnSlug(): string | undefined {
  const { user } = useSession();
  return user?.club ?? user?.hiddenClub;
}

/** Undefined: everybody's posts. */
export function useFeedClub(): string | undefined {
  const isOn = useFeature('cuadros');
  const own = useOwnSlug();
  const selection = useFeedClubChoice();
  return (isOn && (selection === ownClubChoice ? own : selection)) || undefined;
}

export function chooseFeedClub(next: string): void {
  withStorage('localStorage', (storage) => storage.setItem(key, next));
  choice.write(next);
}

// A sign-out does not reload the page, and an expired session leaves the storage as it was.
let lastUid = session.read().user?.uid;
session.subscribe(() => {
  const uid = session.read().user?.uid;
  if (uid === undefined) return;
  if (lastUid !== undefined && uid !== lastUid) chooseFeedClub('');
  lastUid = uid;
});
