import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { PushPreferences } from '../../../../contract/src/calls/push.ts';
import { command, query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { pushPreferencesKey } from '../../api/query-keys.ts';
import { LatestSave, type SavingState } from './latest-save.ts';

export function usePushPreferences() {
  const { data, isError, refetch } = useQuery({
    queryKey: pushPreferencesKey(),
    queryFn: ({ signal }) => query('getPushPreferences', {}, { signal }),
    refetchOnReconnect: false,
  });
  const [saving, setSaving] = useState<SavingState>('idle');
  const [saver] = useState(() => new LatestSave(savePreferences, setSaving));
  useEffect(() => () => void saver.flush(), [saver]);

  const change = (changes: Partial<PushPreferences>) => {
    if (!data) return;
    const next = { ...data, ...changes };
    // A read in flight may predate the change.
    void queryClient.cancelQueries({ queryKey: pushPreferencesKey() });
    queryClient.setQueryData(pushPreferencesKey(), next);
    saver.set(next);
  };
  return { preferences: data, isError, refetch, change, saving };
}

/** After a failure the next visit reads what is saved. */
async function savePreferences(next: PushPreferences): Promise<void> {
  try {
    await command('setPushPreferences', next);
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: pushPreferencesKey(), refetchType: 'none' });
    throw error;
  }
}
