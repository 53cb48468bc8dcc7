import { useQuery } from '@tanstack/react-query';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Preferences } from '../../../../contract/src/calls/preferences.ts';
import { ignoreApiError } from '../../api/api-error.ts';
import { command, query } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { preferencesKey } from '../../api/query-keys.ts';
import { toast } from '../../ui/overlays/dialogs.ts';

type Answer = Output<'getPreferences'>;

/** The reader's preferences. A change shows at once, and is taken back when it cannot be saved. */
export function usePreferences() {
  const { data } = useQuery({
    queryKey: preferencesKey(),
    queryFn: ({ signal }) => query('getPreferences', {}, { signal }),
  });
  /** @returns the preferences as they are then */
  const change = async (changed: Partial<Preferences>): Promise<Preferences | undefined> => {
    show((before) => ({ ...before, ...changed }));
    const answer = await command('setPreferences', changed).catch(ignoreApiError);
    if (answer) {
      show(() => answer.preferences);
      return answer.preferences;
    }
    toast('No se pudo completar. Intentá de nuevo.', { type: 'failure' });
    await queryClient.invalidateQueries({ queryKey: preferencesKey() });
    return queryClient.getQueryData<Answer>(preferencesKey())?.preferences;
  };
  return { preferences: data?.preferences, change };
}

function show(next: (before: Preferences) => Preferences): void {
  queryClient.setQueryData<Answer>(preferencesKey(), (answer) =>
    answer ? { preferences: next(answer.preferences) } : answer,
  );
}
