import { openFromPush } from './features/push/open-from-push.ts';
import { keepPushRegistered } from './features/push/push-store.ts';

export function startPushWork(): void {
  openFromPush();
  keepPushRegistered();
}
