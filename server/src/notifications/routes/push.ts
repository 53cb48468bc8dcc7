import { Problem } from '../../../../contract/src/problem.ts';
import type { Handlers } from '../../kernel/route.ts';
import type { Writes } from '../../kernel/writes.ts';
import type { PeopleReads } from '../../people/views/people-reads.ts';
import type { PushSender } from '../../platform/push/push-sender.ts';
import { choosePushPreferences, registerDevice, removeDevice } from '../actions/push-devices.ts';
import { pushPreferences } from '../views/push-preferences.ts';

type Names = 'registerPushToken' | 'removePushToken' | 'getPushPreferences' | 'setPushPreferences';

type Needs = { reads: PeopleReads; writes: Writes; push: PushSender | null };

export function pushRoutes({ writes, reads, push }: Needs): Handlers<Names> {
  return {
    registerPushToken: async ({ input: { subscription }, session }) => {
      if (!push) throw new Problem('failed-precondition');
      await registerDevice(writes, session, subscription);
      return {};
    },
    removePushToken: async ({ input: { subscription }, session: { uid } }) => {
      await removeDevice(writes, uid, subscription.endpoint);
      return {};
    },
    getPushPreferences: ({ session: { uid } }) => pushPreferences(reads, uid),
    setPushPreferences: async ({ input, session: { uid } }) => {
      await choosePushPreferences(writes, uid, input);
      return {};
    },
  };
}
