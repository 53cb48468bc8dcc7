import type { PushPreferences } from '../../../../contract/src/calls/push.ts';
import { defaultPushPreferences } from '../../../../contract/src/rules/push-preferences.ts';
import { findPushPreferences } from '../../people/store/users.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';

export async function pushPreferences(
  { db }: Pick<PeopleReads, 'db'>,
  uid: string,
): Promise<PushPreferences> {
  return (await findPushPreferences(db, uid)) ?? defaultPushPreferences;
}
