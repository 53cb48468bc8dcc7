import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { PushPreferences } from '../../../../contract/src/calls/push.ts';
import { command, query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { pushPreferencesKey } from '../../api/query-keys.ts';
import { isViewer, viewerUid } from '../session/session-store.ts';
import { LatestSave, type SavingState } from './latest-save.ts';

export function usePushPreferences() {
  const { data, isError, refetch } = useQuery({
    queryKey: pushPreferencesKey(),
    queryFn: ({ signal }) => query('getPushPreferences', {}, { signal }),
    refetchOnReconnect: false,
  });
  const [saving, setSaving] = useState<SavingState>('idle');
  const [saver] = useState(() => saverOf(setSaving));
  useEffect(() => () => void saver.flush(), [saver]);

  const change = (changes: Partial<PushPreferences>) => {
    if (!data) return;
    // A read in flight may predate the change.
    void queryClient.cancelQueries({ queryKey: pushPreferencesKey() });
    queryClient.setQueryData(pushPreferencesKey(), { ...data, ...changes });
    saver.set(changes);
  };
  return { preferences: data, isError, refetch, change, saving };
}

/** After a failure the next change saves the failed ones too, and the next visit reads what is saved. */
function saverOf(onState: (state: SavingState) => void) {
  const uid = viewerUid();
  let unsaved: Partial<PushPreferences> = {};
  const save = async () => {
    const changes = unsaved;
    unsaved = {};
    try {
      // All preferences are sent: what another tab or device changed meanwhile must stay.
      const next = { ...(await query('getPushPreferences', {})), ...changes };
      // They would become those of somebody else, who has signed in meanwhile.
      if (!isViewer(uid)) return;
      await command('setPushPreferences', next);
      if (!isViewer(uid)) return;
      queryClient.setQueryData<PushPreferences>(
        pushPreferencesKey(),
        (shown) => shown && { ...next, ...unsaved },
      );
    } catch (error) {
      unsaved = { ...changes, ...unsaved };
      void queryClient.invalidateQueries({ queryKey: pushPreferencesKey(), refetchType: 'none' });
      throw error;
    }
  };
  const latest = new LatestSave<void>(save, onState);
  return {
    set: (changes: Partial<PushPreferences>) => {
      unsaved = { ...unsaved, ...changes };
      latest.set();
    },
    flush: () => latest.flush(),
  };
}
