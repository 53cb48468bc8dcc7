import { queryOptions } from '@tanstack/react-query';

import type { Output } from '../../../contract/src/calls/all.ts';
import type { Preferences } from '../../../contract/src/calls/preferences.ts';
import { query } from './client.ts';
import { queryClient } from './query-client.ts';
import { preferencesKey } from './query-keys.ts';

export function preferencesQuery() {
  return queryOptions({
    queryKey: preferencesKey(),
    queryFn: ({ signal }) => query('getPreferences', {}, { signal }),
  });
}

/** A read in flight may predate the change, so it is cancelled. */
export function showPreferences(next: (before: Preferences) => Preferences): void {
  void queryClient.cancelQueries({ queryKey: preferencesKey() });
  queryClient.setQueryData<Output<'getPreferences'>>(preferencesKey(), (answer) =>
    answer ? { preferences: next(answer.preferences) } : answer,
  );
}
