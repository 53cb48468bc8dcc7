import type { PushSubscription as Registered } from '../../../../contract/src/calls/push.ts';
import { command } from '../../api/client.ts';

export class PushUnavailable extends Error {}

/** On an iPhone only the installed app supports push. */
export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Subscribes if nothing is subscribed with this key. Throws PushUnavailable, or the push service's DOMException. */
export async function subscribePush(publicKey: string): Promise<Registered> {
  const { pushManager } = await workerReady();
  let subscription = await pushManager.getSubscription();
  // Subscribed with an earlier key of the site, as after a restore: the push service would reject messages.
  if (subscription && keyOf(subscription) !== publicKey) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return subscription.toJSON() as Registered;
}

/** Throws ApiError, PushUnavailable, or the push service's DOMException. */
export async function removePush(): Promise<void> {
  const { pushManager } = await workerReady();
  const subscription = await pushManager.getSubscription();
  if (!subscription) return;
  await command('removePushToken', { subscription: subscription.toJSON() as Registered });
  await subscription.unsubscribe();
}

const patienceMs = 10_000;

// Without a worker `ready` never resolves.
async function workerReady(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new PushUnavailable('There is no service worker')), patienceMs);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
