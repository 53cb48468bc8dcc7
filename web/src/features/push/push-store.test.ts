// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { sampleConfig } from '../session/sample-config.ts';

const subscription = {
  options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
};
let subscribed: typeof subscription | null;
let permission: EventTarget & { state: string };

beforeEach(() => {
  subscribed = null;
  // A new one each time: the pages of other tests still listen to theirs.
  permission = Object.assign(new EventTarget(), { state: 'granted' });
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async () =>
      (subscribed = Object.assign(subscription, { unsubscribe: async () => (subscribed = null) })),
  };
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission.state;
    },
  });
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: Promise.resolve({ pushManager }) },
    permissions: { query: async () => permission },
  });
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** In the browser's settings, where a refusal ends the subscription. */
function setPermission(state: 'granted' | 'denied'): void {
  permission.state = state;
  if (state === 'denied') subscribed = null;
}
// Pages that other tests left open may call too.
const registrations = (calls: readonly { name: string }[]) =>
  calls.filter(({ name }) => name === 'registerPushToken').length;
const notice = () => permission.dispatchEvent(new Event('change'));

async function openPage() {
  vi.resetModules();
  const { session } = await import('../session/session-store.ts');
  const { pushState, keepPushRegistered } = await import('./push-store.ts');
  const config = sampleConfig({ pushPublicKey: 'AQID' });
  session.write({ status: 'signed-in', user: sampleProfile('ana'), isAdmin: false, config });
  keepPushRegistered();
  return pushState;
}

test('a device that was blocked in the browser’s settings and allowed again is registered again', async () => {
  const calls = fakeServer({ registerPushToken: () => ({}) });
  const state = await openPage();
  await expect.poll(() => state.read()).toBe('on');
  setPermission('denied');
  notice();
  await expect.poll(() => state.read()).toBe('denied');
  setPermission('granted');
  notice();
  await expect.poll(() => state.read()).toBe('on');
  expect([subscribed, registrations(calls)]).toEqual([subscription, 2]);
});

test('a reload while the device is blocked does not hide that it must register again', async () => {
  const calls = fakeServer({ registerPushToken: () => ({}) });
  const before = await openPage();
  await expect.poll(() => before.read()).toBe('on');
  setPermission('denied');
  const blocked = await openPage();
  await expect.poll(() => blocked.read()).toBe('denied');
  setPermission('granted');
  const after = await openPage();
  await expect.poll(() => after.read()).toBe('on');
  expect([subscribed, registrations(calls)]).toEqual([subscription, 2]);
});

test('a device that was turned off stays off after Salir, which clears the storage', async () => {
  const calls = fakeServer({ registerPushToken: () => ({}), removePushToken: () => ({}) });
  const state = await openPage();
  await expect.poll(() => state.read()).toBe('on');
  const { session } = await import('../session/session-store.ts');
  const { deactivatePush } = await import('./push-store.ts');
  await deactivatePush();
  const signedIn = session.read();
  localStorage.clear();
  sessionStorage.clear();
  session.write({ ...signedIn, status: 'signed-out', user: null });
  const next = await openPage();
  await expect.poll(() => next.read()).toBe('ask');
  expect([subscribed, registrations(calls)]).toEqual([null, 1]);
});
