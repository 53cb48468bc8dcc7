import { ignoreApiError } from '../../api/api-error.ts';
import { query } from '../../api/client.ts';
import { session } from '../session/session-store.ts';
import { clubs, hideClubs } from './clubs-store.ts';
import { DrawnBadge } from './DrawnBadge.tsx';
import { listOf } from './read-clubs.ts';

export async function loadClubs(): Promise<void> {
  const [list, settings] = await Promise.all([
    query('getClubs', {}).catch(ignoreApiError),
    session.read().user && query('getPreferences', {}).catch(ignoreApiError),
  ]);
  if (settings) hideClubs(settings.preferences.hideClubs);
  if (list) clubs.write({ ...listOf(list), Badge: DrawnBadge });
}
