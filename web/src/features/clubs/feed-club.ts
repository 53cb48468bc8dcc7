import { createStore, useStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';
import { useFeature, useSession } from '../session/use-session.ts';

/** A club's slug; '' is everybody, 'mine' the reader's own club. */
const key = 'tablon.feed-club';
const choice = createStore(withStorage('localStorage', (storage) => storage.getItem(key)) ?? '');

export const ownClubChoice = 'mine';

/** The choice for 'Para vos', kept in this browser. */
export function useFeedClubChoice(): string {
  const { user } = useSession();
  const chosen = useStore(choice);
  return chosen === ownClubChoice && !user?.club ? '' : chosen;
}

/** The club whose posts 'Para vos' shows; undefined: everybody's. */
export function useFeedClub(): string | undefined {
  const isOn = useFeature('cuadros');
  const { user } = useSession();
  const chosen = useFeedClubChoice();
  return (isOn && (chosen === ownClubChoice ? user?.club : chosen)) || undefined;
}

export function chooseFeedClub(next: string): void {
  withStorage('localStorage', (storage) => storage.setItem(key, next));
  choice.write(next);
}
