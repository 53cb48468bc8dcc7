import { Problem } from '../../../../contract/src/problem.ts';
import type { Handlers, Site } from '../../routes/route.ts';
import { choosePushPreferences, registerDevice, removeDevice } from '../actions/push-devices.ts';
import { pushPreferences } from '../views/push-preferences.ts';

type Names = 'registerPushToken' | 'removePushToken' | 'getPushPreferences' | 'setPushPreferences';

export function pushRoutes({ writes, reads, push }: Site): Handlers<Names> {
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
