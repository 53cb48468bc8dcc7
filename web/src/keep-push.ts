import { openFromPush } from './features/push/open-from-push.ts';
import { keepPushRegistered } from './features/push/push-store.ts';

/** Background work for push notifications. Loaded late. */
export function keepPush(): void {
  openFromPush();
  keepPushRegistered();
}
