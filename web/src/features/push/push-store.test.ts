// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Input } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { sampleConfig } from '../session/sample-config.ts';

type Subscription = ReturnType<typeof subscriptionWith>;
let subscribed: Subscription | null;
let subscriptions: number;
let permission: EventTarget & { state: string };
let onUnsubscribe = () => {};

function subscriptionWith(key: string) {
  subscriptions++;
  const endpoint = `https://push.example/${subscriptions}`;
  return {
    options: { applicationServerKey: Uint8Array.from(atob(key), (c) => c.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscribed = null;
      onUnsubscribe();
      return true;
    },
  };
}

beforeEach(() => {
  subscribed = null;
  subscriptions = 0;
  // A new one each time: the pages of other tests still listen to theirs.
  permission = Object.assign(new EventTarget(), { state: 'granted' });
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
      (subscribed ??= subscriptionWith(applicationServerKey)),
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
/** @returns the numbers of the subscriptions that the server was told of */
const registrations = (calls: readonly { name: string; input: unknown }[]) =>
  calls
    .filter(({ name }) => name === 'registerPushToken')
    .map(({ input }) =>
      Number((input as Input<'registerPushToken'>).subscription.endpoint.split('/').at(-1)),
    );
const notice = () => permission.dispatchEvent(new Event('change'));

async function openPage({ key = 'AQID' } = {}) {
  vi.resetModules();
  const { session } = await import('../session/session-store.ts');
  const { pushState, keepPushRegistered } = await import('./push-store.ts');
  const config = sampleConfig({ pushPublicKey: key });
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
  expect(registrations(calls)).toEqual([1, 2]);
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
  expect(registrations(calls)).toEqual([1, 2]);
});

test('a session that arrives while push is turned off does not register the device again', async () => {
  const calls = fakeServer({ registerPushToken: () => ({}), removePushToken: () => ({}) });
  const state = await openPage();
  await expect.poll(() => state.read()).toBe('on');
  const { session } = await import('../session/session-store.ts');
  const { deactivatePush } = await import('./push-store.ts');
  onUnsubscribe = () => session.write({ ...session.read() });
  await deactivatePush();
  await new Promise((resolve) => setTimeout(resolve, 50));
  onUnsubscribe = () => {};
  expect(registrations(calls)).toEqual([1]);
  expect(subscribed).toBeNull();
});

test('a tab registers a device once', async () => {
  const calls = fakeServer({ registerPushToken: () => ({}) });
  for (let load = 0; load < 3; load++) {
    const state = await openPage();
    await expect.poll(() => state.read()).toBe('on');
  }
  expect(registrations(calls)).toEqual([1]);
});

test('a tab that has registered subscribes again with a new key of the site', async () => {
  const calls = fakeServer({ registerPushToken: () => ({}) });
  const before = await openPage();
  await expect.poll(() => before.read()).toBe('on');
  const after = await openPage({ key: 'BAUG' });
  await expect.poll(() => after.read()).toBe('on');
  expect(registrations(calls)).toEqual([1, 2]);
  expect(subscribed?.options.applicationServerKey).toEqual(new Uint8Array([4, 5, 6]).buffer);
});

test('a subscription that the browser dropped or replaced while offline is registered again in the same tab', async () => {
  const calls = fakeServer({ registerPushToken: () => ({}) });
  const load = async () => {
    const state = await openPage();
    await expect.poll(() => state.read()).toBe('on');
  };
  await load();
  subscribed = null;
  await load();
  subscribed = subscriptionWith('AQID');
  await load();
  expect(registrations(calls)).toEqual([1, 2, 3]);
});

test('a tab tries again on its next page after the server refused', async () => {
  let refusals = 1;
  const calls = fakeServer({
    registerPushToken: () => {
      if (refusals-- > 0) throw new Problem('unavailable');
      return {};
    },
  });
  const first = await openPage();
  await expect.poll(() => first.read()).toBe('ask');
  const state = await openPage();
  await expect.poll(() => state.read()).toBe('on');
  expect(registrations(calls)).toEqual([1, 1]);
});

test('a device that was turned off stays off after Salir, even before this module is loaded', async () => {
  const calls = fakeServer({
    registerPushToken: () => ({}),
    removePushToken: () => ({}),
    signOut: () => {
      // Clear-Site-Data
      localStorage.clear();
      sessionStorage.clear();
      return {};
    },
  });
  const state = await openPage();
  await expect.poll(() => state.read()).toBe('on');
  await (await import('./push-store.ts')).deactivatePush();
  vi.resetModules();
  await (await import('../session/use-session.ts')).signOut();
  const next = await openPage();
  await expect.poll(() => next.read()).toBe('ask');
  expect(subscribed).toBeNull();
  expect(registrations(calls)).toEqual([1]);
});
