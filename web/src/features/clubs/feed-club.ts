import { createStore, useStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';
import { useFeature, useSession } from '../session/use-session.ts';

/** A club's slug; '' is everybody, 'mine' the reader's own club. */
const key = 'tablon.feed-club';
const choice = createStore(withStorage('localStorage', (storage) => storage.getItem(key)) ?? '');

export const ownClubChoice = 'mine';

/** The choice for 'Para vos', kept in this browser. */
export function useFeedClubChoice(): string {
  return useStore(choice);
}

/** The reader's own club, also while it is not shown. */
export function useOwnSlug(): string | undefined {
  const { user } = useSession();
  return user?.club ?? user?.hiddenClub;
}

/** The club whose posts 'Para vos' shows; undefined: everybody's. */
export function useFeedClub(): string | undefined {
  const isOn = useFeature('cuadros');
  const own = useOwnSlug();
  const chosen = useFeedClubChoice();
  return (isOn && (chosen === ownClubChoice ? own : chosen)) || undefined;
}

export function chooseFeedClub(next: string): void {
  withStorage('localStorage', (storage) => storage.setItem(key, next));
  choice.write(next);
}
