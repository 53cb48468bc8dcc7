// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from './api/fake-server.ts';
import { queryClient } from './api/query-client.ts';
import { sampleProfile } from './api/sample-profile.ts';
import { startBackgroundWork } from './background-work.ts';
import { refreshNotifications } from './features/notifications/notifications-store.ts';
import { sampleConfig } from './features/session/sample-config.ts';
import { session } from './features/session/session-store.ts';
import { changeDocumentTitle } from './ui/browser/document-title.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('title and app icon count what is unread again when a lost session is followed by one of the same user', async () => {
  fakeServer({ getNotifications: () => ({ items: [], cursor: null, unread: 3 }) });
  const icon: number[] = [];
  const setAppBadge = async (unread: number) => void icon.push(unread);
  Object.assign(navigator, { setAppBadge, clearAppBadge: () => setAppBadge(0) });
  const answer = { isAdmin: false, config: sampleConfig() };
  const signIn = () => session.write({ ...answer, user: sampleProfile('lucia'), status: 'signed-in' });

  changeDocumentTitle({ site: 'Tablón' });
  signIn();
  startBackgroundWork();
  await refreshNotifications();
  expect([document.title, ...icon]).toEqual(['(3) Tablón', 3]);
  session.write({ ...answer, user: null, status: 'lost', lostPath: '/feed', lostUid: 'lucia' });
  expect([document.title, ...icon]).toEqual(['Tablón', 3, 0]);
  signIn();
  await refreshNotifications();
  expect([document.title, ...icon]).toEqual(['(3) Tablón', 3, 0, 3]);
});
