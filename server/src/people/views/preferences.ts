import { defaultPreferences, type Preferences } from '../../../../contract/src/calls/preferences.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findPreferences } from '../store/settings.ts';

export async function preferencesOf(db: Database, uid: string): Promise<Preferences> {
  return { ...defaultPreferences, ...(await findPreferences(db, uid)) };
}
