import type { Preferences } from '../../../../contract/src/calls/preferences.ts';
import { preferencesQuery } from '../../api/preferences.ts';
import { ignoreFailedRead, queryClient } from '../../api/query-client.ts';
import { hideClubs } from '../clubs/clubs-store.ts';
import { turnKeys } from '../keys/keys-setting.ts';
import { session } from '../session/session-store.ts';

/** The browser keeps a copy of what acts before the account's preferences are read. */
export function applyPreferences({ hideClubs: areHidden, shortcuts }: Preferences): void {
  hideClubs(areHidden);
  turnKeys(shortcuts);
}

/** They may have been changed in another browser, or be those of another person who signs in here. */
export function followPreferences(): void {
  let uid: string | undefined;
  const read = () => {
    const before = uid;
    uid = session.read().user?.uid;
    if (uid === undefined || uid === before) return;
    void queryClient
      .fetchQuery(preferencesQuery())
      .then(({ preferences }) => applyPreferences(preferences))
      .catch(ignoreFailedRead);
  };
  read();
  session.subscribe(read);
}
