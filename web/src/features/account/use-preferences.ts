import { useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Preferences } from '../../../../contract/src/calls/preferences.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { preferencesQuery, showPreferences } from '../../api/preferences.ts';
import { queryClient } from '../../api/query-client.ts';
import { preferencesKey } from '../../api/query-keys.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { isViewer, viewerUid } from '../session/session-store.ts';

type Answer = Output<'getPreferences'>;

let changesOnTheirWay = 0;
let hasFailed = false;
/** As the server is known to have them, for when a change fails and so does the next read. */
let savedPreferences: Preferences | undefined;

export function usePreferences() {
  const { data } = useQuery(preferencesQuery());
  const change = async (changes: Partial<Preferences>): Promise<Preferences | undefined> => {
    const uid = viewerUid();
    if (changesOnTheirWay === 0) savedPreferences = shownPreferences();
    showPreferences((before) => ({ ...before, ...changes }));
    changesOnTheirWay++;
    // The answer is not shown, nor is a read meanwhile: it may predate another change that is on its way.
    const isSaved = (await command('setPreferences', changes).catch(ignoreApiError)) !== null;
    changesOnTheirWay--;
    if (isSaved) savedPreferences = savedPreferences && { ...savedPreferences, ...changes };
    else {
      hasFailed = true;
      toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' });
    }
    if (hasFailed && changesOnTheirWay === 0) {
      hasFailed = false;
      if (isViewer(uid)) showPreferences((shown) => savedPreferences ?? shown);
      await queryClient.invalidateQueries({ queryKey: preferencesKey() });
    }
    return shownPreferences();
  };
  return { preferences: data?.preferences, change };
}

function shownPreferences(): Preferences | undefined {
  return queryClient.getQueryData<Answer>(preferencesKey())?.preferences;
}
