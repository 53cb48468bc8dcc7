import { toast } from '../../ui/overlays/dialogs.ts';
import { readSession, subscribeSession } from '../session/session-store.ts';
import { isPushSupported, registerPush, removePush } from './push-subscription.ts';

/**
 * `off`: no notifications here, for want of a key, a browser that can, or somebody signed in. `ask`: may be asked for.
 * `denied`: refused in the browser, which only its settings undo.
 */
export type PushState = 'off' | 'ask' | 'denied' | 'busy' | 'on';

let state: PushState = 'off';
let warned = false;
let kept = false;
const listeners = new Set<() => void>();

export const readPushState = () => state;

export function subscribePushState(listener: () => void): () => void {
  listeners.add(listener);
  keepPushToken();
  return () => listeners.delete(listener);
}

/**
 * From now on: once a session of the browser, where the permission is there already, the token is fetched and
 * registered. Never asks.
 */
export function keepPushToken(): void {
  if (kept) return;
  kept = true;
  subscribeSession(() => void renew());
  void renew();
}

/** Asks for the permission, and registers this device. */
export async function activatePush(): Promise<void> {
  const key = publicKey();
  if (key === null) return;
  set('busy');
  try {
    // Before anything else is waited for: a browser asks only within a tap.
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return set(permission === 'denied' ? 'denied' : 'ask');
    await registerPush(key);
    remember(false);
    set('on');
  } catch {
    set('ask');
    toast('No se pudieron activar las notificaciones. Intentá de nuevo.', { type: 'error' });
  }
}

/** Sends this device nothing any more. */
export async function deactivatePush(): Promise<void> {
  set('busy');
  try {
    await removePush();
    remember(true);
    set('ask');
  } catch {
    set('on');
    toast('No se pudieron desactivar las notificaciones. Intentá de nuevo.', { type: 'error' });
  }
}

async function renew(): Promise<void> {
  const { status, user } = readSession();
  if (status === 'loading') return;
  const key = publicKey();
  if (!user || key === null) {
    storage()?.removeItem(doneKey);
    return set('off');
  }
  if (!isPushSupported()) return set('off');
  if (Notification.permission !== 'granted')
    return set(Notification.permission === 'denied' ? 'denied' : 'ask');
  if (isGivenUp()) return set('ask');
  if (storage()?.getItem(doneKey) === user.uid) return set('on');
  storage()?.setItem(doneKey, user.uid);
  try {
    await registerPush(key);
    set('on');
  } catch {
    // Nobody asked for it just now: the button is there, and the next page tries again.
    storage()?.removeItem(doneKey);
    set('ask');
  }
}

function publicKey(): string | null {
  const { user, config } = readSession();
  if (!user || !config) return null;
  if (config.pushPublicKey === null && !warned) {
    warned = true;
    // oxlint-disable-next-line no-console -- for the operator: the person at the screen cannot act on it
    console.warn('Falta la clave pública de push: este sitio no manda notificaciones a los dispositivos.');
  }
  return config.pushPublicKey;
}

// For the session of this tab: who is registered there.
const doneKey = 'tablon.push';
// On this browser, although the permission is there.
const givenUpKey = 'tablon.push-off';

function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    // Switched off: the token is registered with every page.
    return null;
  }
}

function isGivenUp(): boolean {
  try {
    return localStorage.getItem(givenUpKey) !== null;
  } catch {
    return false;
  }
}

function remember(givenUp: boolean): void {
  try {
    if (givenUp) localStorage.setItem(givenUpKey, '1');
    else localStorage.removeItem(givenUpKey);
    const { user } = readSession();
    if (!givenUp && user) sessionStorage.setItem(doneKey, user.uid);
  } catch {
    // Switched off: the choice lasts as long as the page.
  }
}

function set(next: PushState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}
