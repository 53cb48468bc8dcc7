import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { PostView } from '../../../../../contract/src/calls/shapes.ts';
import { query } from '../../../api/client.ts';
import { preferencesKey } from '../../../api/query-keys.ts';
import { createStore, useStore } from '../../../state/create-store.ts';
import { withStorage } from '../../../state/storage.ts';
import { useSession } from '../../session/use-session.ts';

// The reader's choices, for the life of the page. The key has the label, so a changed warning closes the post
// again.
const choices = createStore<ReadonlyMap<string, boolean>>(new Map());

export function useCover({
  id,
  ownerUid,
  warning,
}: Pick<PostView, 'id' | 'ownerUid' | 'warning'>): [boolean, (open: boolean) => void] {
  const { user } = useSession();
  const key = `${user?.uid} ${id} ${warning?.label}`;
  const choice = useStore(choices).get(key);
  const isOwn = user?.uid === ownerUid;
  const showsAll = useShowCovered(user?.uid, warning !== undefined);
  const open = (isOpen: boolean) => choices.write(new Map([...choices.read(), [key, isOpen]]));
  return [!warning || (choice ?? (isOwn || showsAll)), open];
}

const storageKey = 'tablon.show-covered';

/** The browser remembers the preference, so that a card has its final height at once. */
function useShowCovered(uid: string | undefined, isNeeded: boolean): boolean {
  const { data } = useQuery({
    queryKey: preferencesKey(),
    queryFn: ({ signal }) => query('getPreferences', {}, { signal }),
    enabled: uid !== undefined && isNeeded,
    staleTime: Infinity,
  });
  const answer = data?.preferences.showCovered;
  useEffect(() => {
    if (uid === undefined || answer === undefined) return;
    withStorage('localStorage', (storage) =>
      answer ? storage.setItem(storageKey, uid) : storage.removeItem(storageKey),
    );
  }, [uid, answer]);
  if (!isNeeded || uid === undefined) return false;
  return answer ?? withStorage('localStorage', (storage) => storage.getItem(storageKey)) === uid;
}
