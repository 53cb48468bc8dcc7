import type { Preferences } from '../../../../contract/src/calls/preferences.ts';
import type { Writes } from '../../kernel/writes.ts';
import { mergePreferences } from '../store/settings.ts';

export async function setPreferences(
  { statement }: Writes,
  uid: string,
  changes: Partial<Preferences>,
): Promise<void> {
  await statement((db) => mergePreferences(db, uid, changes));
}
