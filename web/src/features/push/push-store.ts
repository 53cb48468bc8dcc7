import { assertApiError } from '../../api/api-error.ts';
import { command } from '../../api/client.ts';
import { createStore } from '../../state/create-store.ts';
import { withStorage } from '../../state/storage.ts';
import { toast } from '../../ui/overlays/dialogs.ts';
import { pushOffKey } from '../session/push-off.ts';
import { session, viewerUid } from '../session/session-store.ts';
import { isPushSupported, PushUnavailable, removePush, subscribePush } from './push-subscription.ts';

/**
 * `off`: impossible here, because the site has no key, the browser has no push, or nobody is signed in.
 * `ask`: the user may turn it on. `denied`: only the browser's settings can undo it.
 */
export type PushState = 'off' | 'ask' | 'denied' | 'busy' | 'on';

const store = createStore<PushState>('off');
let hasWarned = false;
let watching = false;

/** Subscribing starts keeping this device's registration current. */
export const pushState = {
  read: store.read,
  subscribe: (listener: () => void) => {
    const unsubscribe = store.subscribe(listener);
    keepPushRegistered();
    return unsubscribe;
  },
};

/** Registers once per browser session where permission was given before. Never asks for it. */
export function keepPushRegistered(): void {
  if (watching) return;
  watching = true;
  session.subscribe(() => void refresh());
  void refresh();
  void followPermission();
}

/** It also changes in the browser's settings. */
async function followPermission(): Promise<void> {
  if (!isPushSupported()) return;
  const permission = await navigator.permissions.query({ name: 'notifications' });
  permission.addEventListener('change', () => {
    // In the other states `activatePush` acts on a tap.
    if (['denied', 'on'].includes(store.read())) void refresh();
  });
}

export async function activatePush(): Promise<void> {
  const key = publicKey();
  if (key === null) return;
  store.write('busy');
  try {
    // Before any other await: browsers show the prompt only on a tap.
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return store.write(permission === 'denied' ? 'denied' : 'ask');
    await registerDevice(key);
    rememberTurnedOff(false);
    store.write('on');
  } catch (error) {
    assertPushError(error);
    store.write('ask');
    toast('No se pudieron activar las notificaciones. Intentá de nuevo.', { type: 'error' });
  }
}

export async function deactivatePush(): Promise<void> {
  store.write('busy');
  // First: a session that arrives meanwhile would register the device again.
  rememberTurnedOff(true);
  try {
    await removePush();
    forgetRegistered();
    store.write('ask');
  } catch (error) {
    rememberTurnedOff(false);
    assertPushError(error);
    store.write('on');
    toast('No se pudieron desactivar las notificaciones. Intentá de nuevo.', { type: 'error' });
  }
}

async function refresh(): Promise<void> {
  const { status, user } = session.read();
  if (status === 'loading') return;
  const key = publicKey();
  if (!user || key === null) {
    forgetRegistered();
    return store.write('off');
  }
  if (!isPushSupported()) return store.write('off');
  if (Notification.permission !== 'granted') {
    // The browser ended the subscription with the permission.
    forgetRegistered();
    return store.write(Notification.permission === 'denied' ? 'denied' : 'ask');
  }
  if (isTurnedOff()) return store.write('ask');
  try {
    await registerDevice(key);
    store.write('on');
  } catch (error) {
    assertPushError(error);
    // No toast, because the user did not ask: the button stays, and the next page tries again.
    store.write('ask');
  }
}

/** Calls the server once per browser session and subscription. Without storage every page calls. */
async function registerDevice(key: string): Promise<void> {
  const subscription = await subscribePush(key);
  // The endpoint, because the worker may have subscribed again and failed to register that.
  const registered = [viewerUid(), key, subscription.endpoint].join(' ');
  if (withStorage('sessionStorage', (storage) => storage.getItem(registeredKey)) === registered) return;
  withStorage('sessionStorage', (storage) => storage.setItem(registeredKey, registered));
  try {
    await command('registerPushToken', { subscription });
  } catch (error) {
    forgetRegistered();
    throw error;
  }
}

function forgetRegistered(): void {
  withStorage('sessionStorage', (storage) => storage.removeItem(registeredKey));
}

function publicKey(): string | null {
  const { user, config } = session.read();
  if (!user || !config) return null;
  if (config.pushPublicKey === null && !hasWarned) {
    hasWarned = true;
    // oxlint-disable-next-line no-console -- for the operator: the user cannot act on it
    console.warn('Falta la clave pública de push: este sitio no manda notificaciones a los dispositivos.');
  }
  return config.pushPublicKey;
}

const registeredKey = 'tablon.push';

function isTurnedOff(): boolean {
  return withStorage('localStorage', (storage) => storage.getItem(pushOffKey)) === '1';
}

function rememberTurnedOff(turnedOff: boolean): void {
  withStorage('localStorage', (storage) => {
    if (turnedOff) storage.setItem(pushOffKey, '1');
    else storage.removeItem(pushOffKey);
  });
}

// The server refused, there is no service worker, or the browser's push service failed (a DOMException).
function assertPushError(error: unknown): void {
  if (error instanceof PushUnavailable || error instanceof DOMException) return;
  assertApiError(error);
}
