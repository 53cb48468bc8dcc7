import { openFromPush } from './features/push/open-from-push.ts';
import { keepPushRegistered } from './features/push/push-store.ts';

/** What the page does for notifications of the system, fetched when the first screen has long been there. */
export function keepPush(): void {
  openFromPush();
  keepPushRegistered();
}
