import { useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Preferences } from '../../../../contract/src/calls/preferences.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { preferencesQuery, showPreferences } from '../../api/preferences.ts';
import { queryClient } from '../../api/query-client.ts';
import { preferencesKey } from '../../api/query-keys.ts';
import { toast } from '../../ui/overlays/dialogs.ts';

type Answer = Output<'getPreferences'>;

let changesOnTheirWay = 0;
let hasFailed = false;

export function usePreferences() {
  const { data } = useQuery(preferencesQuery());
  const change = async (changes: Partial<Preferences>): Promise<Preferences | undefined> => {
    showPreferences((before) => ({ ...before, ...changes }));
    changesOnTheirWay++;
    // The answer is not shown, nor is a read meanwhile: it may predate another change that is on its way.
    const isSaved = (await command('setPreferences', changes).catch(ignoreApiError)) !== null;
    changesOnTheirWay--;
    if (!isSaved) {
      hasFailed = true;
      toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' });
    }
    if (hasFailed && changesOnTheirWay === 0) {
      hasFailed = false;
      await queryClient.invalidateQueries({ queryKey: preferencesKey() });
    }
    return queryClient.getQueryData<Answer>(preferencesKey())?.preferences;
  };
  return { preferences: data?.preferences, change };
}
