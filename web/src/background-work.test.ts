// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fakeServer } from './api/fake-server.ts';
import { queryClient } from './api/query-client.ts';
import { sampleProfile } from './api/sample-profile.ts';
import { followPerson, followRestores, followUnread, retryFailedSession } from './background-work.ts';
import { refreshNotifications } from './features/notifications/notifications-store.ts';
import { sampleConfig } from './features/session/sample-config.ts';
import { session } from './features/session/session-store.ts';
import { changeDocumentTitle } from './ui/browser/document-title.ts';
import { confirmDialog } from './ui/overlays/dialogs.ts';
import { modals, openModal } from './ui/overlays/modals.ts';
import { notices } from './ui/overlays/notices.ts';

let ends: (() => void)[] = [];
beforeEach(() => {
  changeDocumentTitle({ title: '', site: 'Tablón', unread: 0 });
  ends = [followUnread(), followPerson(), followRestores()];
});
afterEach(() => {
  for (const end of ends) end();
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  vi.unstubAllGlobals();
});

test('title and app icon count what is unread again when a lost session is followed by one of the same user', async () => {
  fakeServer({ getNotifications: () => ({ items: [], cursor: null, unread: 3 }) });
  const icon: number[] = [];
  const setAppBadge = async (unread: number) => void icon.push(unread);
  Object.assign(navigator, { setAppBadge, clearAppBadge: () => setAppBadge(0) });
  const answer = { isAdmin: false, config: sampleConfig() };
  const signIn = () => session.write({ ...answer, user: sampleProfile('lucia'), status: 'signed-in' });

  signIn();
  await refreshNotifications();
  expect([document.title, ...icon]).toEqual(['(3) Tablón', 3]);
  session.write({ ...answer, user: null, status: 'lost', lostPath: '/feed', lostUid: 'lucia' });
  expect([document.title, ...icon]).toEqual(['Tablón', 3, 0]);
  signIn();
  await refreshNotifications();
  expect([document.title, ...icon]).toEqual(['(3) Tablón', 3, 0, 3]);
});

test('what somebody has opened stays when the session ends, and is gone for the next person', async () => {
  const answer = { isAdmin: false, config: sampleConfig() };
  const signIn = (uid: string) => session.write({ ...answer, user: sampleProfile(uid), status: 'signed-in' });
  openModal(() => 'Atajos de teclado');
  signIn('lucia');
  const dropped = new Promise<void>((resolve) => openModal(() => 'Reportar perfil', resolve));
  const sure = confirmDialog('¿Bloquear a Omar?', {});
  session.write({ ...answer, user: null, status: 'lost', lostPath: '/feed', lostUid: 'lucia' });
  signIn('lucia');
  expect(modals.read()).toHaveLength(2);
  expect(notices.read().questions).toHaveLength(1);

  signIn('bruno');
  expect(modals.read()).toEqual([]);
  expect(notices.read().questions).toEqual([]);
  expect(await sure).toBe(false);
  await dropped;
});

test('a page that comes back with Back belongs to whoever is signed in by then', async () => {
  const answer = { isAdmin: false, config: sampleConfig() };
  const bruno = { ...answer, user: sampleProfile('bruno'), email: null, findableByEmail: null };
  fakeServer({ getSession: () => ({ ...bruno, lastEventId: null }) });
  session.write({ ...answer, user: sampleProfile('lucia'), status: 'signed-in' });
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitUntil(() => session.read().user?.uid === 'bruno');
  expect(session.read().status).toBe('signed-in');
});

test('a page that comes back with Back is where it was left, also where the browser returns to the top', async () => {
  const nobody = { user: null, email: null, findableByEmail: null, isAdmin: false, lastEventId: null };
  fakeServer({ getSession: () => ({ ...nobody, config: sampleConfig() }) });
  scrollTo(0, 1200);
  dispatchEvent(new Event('pagehide'));
  scrollTo(0, 0);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(scrollY).toBe(1200);
  await vi.waitUntil(() => session.read().status === 'signed-out');
  scrollTo(0, 0);
});

test('a session that failed is asked for again behind the screen, which stays with what is typed on it', async () => {
  session.write({ status: 'failed', user: null, isAdmin: false, config: null });
  const states: string[] = [];
  ends.push(session.subscribe(() => states.push(session.read().status)));
  fakeServer({
    getSession: () => ({
      user: null,
      isAdmin: false,
      email: null,
      findableByEmail: null,
      config: sampleConfig(),
      lastEventId: null,
    }),
  });
  retryFailedSession();
  await vi.waitUntil(() => states.length > 0);
  expect(states).toEqual(['signed-out']);
});
