import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import { setPreferences } from '../../people/actions/preferences.ts';
import { preferencesOf } from '../../people/views/preferences.ts';

export function preferenceRoutes({
  writes,
}: {
  writes: Writes;
}): Handlers<'getPreferences' | 'setPreferences'> {
  const answer = async (uid: string) => ({ preferences: await preferencesOf(writes.db, uid) });
  return {
    getPreferences: ({ session: { uid } }) => answer(uid),
    setPreferences: async ({ input, session: { uid } }) => {
      await setPreferences(writes, uid, input);
      return answer(uid);
    },
  };
}
