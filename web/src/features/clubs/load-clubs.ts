import { ignoreApiError } from '../../api/api-error.ts';
import { query } from '../../api/client.ts';
import { preferencesQuery } from '../../api/preferences.ts';
import { ignoreFailedRead, queryClient } from '../../api/query-client.ts';
import { session } from '../session/session-store.ts';
import { clubs, hideClubs } from './clubs-store.ts';
import { DrawnBadge } from './DrawnBadge.tsx';
import { listOf } from './read-clubs.ts';

let loading: Promise<void> | null = null;

/** Once for all who need them. @returns whether they are there */
export async function loadClubs(): Promise<boolean> {
  if (clubs.read() === null) await (loading ??= load().finally(() => (loading = null)));
  return clubs.read() !== null;
}

async function load(): Promise<void> {
  const [list, settings] = await Promise.all([
    query('getClubs', {}).catch(ignoreApiError),
    session.read().user &&
      queryClient.fetchQuery({ ...preferencesQuery(), retry: false }).catch(ignoreFailedRead),
  ]);
  if (settings) hideClubs(settings.preferences.hideClubs);
  if (list) clubs.write({ ...listOf(list), Badge: DrawnBadge });
}
