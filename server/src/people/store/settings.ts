import type { Preferences } from '../../../../contract/src/calls/preferences.ts';
import { type Database, statement } from '../../platform/postgres/database.ts';

const find = statement('find-settings', 'SELECT preferences FROM user_settings WHERE uid = $1');

export async function findPreferences(db: Database, uid: string): Promise<Partial<Preferences>> {
  return (await db.run<{ preferences: Partial<Preferences> }>(find, [uid]))[0]?.preferences ?? {};
}

const merge = statement(
  'merge-settings',
  `INSERT INTO user_settings (uid, preferences) VALUES ($1, $2::jsonb)
   ON CONFLICT (uid) DO UPDATE SET preferences = user_settings.preferences || excluded.preferences`,
);

export async function mergePreferences(
  db: Database,
  uid: string,
  preferences: Partial<Preferences>,
): Promise<void> {
  await db.run(merge, [uid, JSON.stringify(preferences)]);
}
