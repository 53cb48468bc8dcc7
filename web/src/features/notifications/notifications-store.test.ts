import { afterEach, expect, test, vi } from 'vitest';

import type { Output } from '../../../../contract/src/calls/all.ts';
import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { notificationsKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { session } from '../session/session-store.ts';
import type { NotificationPages } from './notification-pages.ts';
import {
  applyNotificationEvent,
  catchUpNotifications,
  markRead,
  refreshNotifications,
} from './notifications-store.ts';
import { readUnread } from './unread.ts';

type Page = Output<'getNotifications'>;

const unread = (id: string): Notification => ({
  id,
  type: 'mention',
  actorId: `actor ${id}`,
  actorName: 'Mechi',
  actorHandle: 'mechi.orellana',
  actorAvatar: null,
  text: 'Mechi te mencionó en una publicación',
  postId: 'p',
  link: null,
  textSnippet: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  read: false,
});
const pageOf = (...ids: string[]): Page => ({ items: ids.map(unread), cursor: null, unread: ids.length });
const listedIds = () =>
  queryClient
    .getQueryData<NotificationPages>(notificationsKey())
    ?.pages.flatMap(({ items }) => items.map(({ id }) => id));

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  session.write({ status: 'loading', user: null, isAdmin: false, config: null });
  vi.unstubAllGlobals();
});

test('a list that was read before an event does not take it back', async () => {
  vi.useFakeTimers();
  const late = Promise.withResolvers<Page>();
  const answers = [pageOf('1'), late.promise, pageOf('2', '1')];
  const calls = fakeServer({ getNotifications: () => answers.shift() ?? pageOf() });
  await refreshNotifications();
  const refresh = refreshNotifications();
  applyNotificationEvent({ unread: 2, notification: unread('2') });
  late.resolve(pageOf('1'));
  await refresh;
  expect([listedIds(), readUnread()]).toEqual([['2', '1'], 2]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([calls.length, listedIds(), readUnread()]).toEqual([3, ['2', '1'], 2]);
});

test('a read that began before events were missed is followed by another', async () => {
  vi.useFakeTimers();
  const late = Promise.withResolvers<Page>();
  const answers = [late.promise, pageOf('2', '1')];
  fakeServer({ getNotifications: () => answers.shift() ?? pageOf() });
  const poll = refreshNotifications();
  const catchUp = catchUpNotifications();
  late.resolve(pageOf('1'));
  await Promise.all([poll, catchUp]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(readUnread()).toBe(2);
});

test('the answer to a mark does not take back the count of an event that came after it', async () => {
  vi.useFakeTimers();
  session.write({ status: 'signed-in', user: sampleProfile('lucia'), isAdmin: false, config: null });
  const mark = Promise.withResolvers<{ unread: number }>();
  const answers = [pageOf('1'), { ...pageOf('2', '1'), unread: 1 }];
  fakeServer({
    getNotifications: () => answers.shift() ?? pageOf(),
    markNotificationsRead: () => mark.promise,
  });
  await refreshNotifications();
  const marking = markRead(['1']);
  applyNotificationEvent({ unread: 1, notification: unread('2') });
  mark.resolve({ unread: 0 });
  await marking;
  expect(readUnread()).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(readUnread()).toBe(1);
});

test('a mark that waits for an earlier one is not sent in the name of the next person', async () => {
  const signIn = (uid: string) =>
    session.write({ status: 'signed-in', user: sampleProfile(uid), isAdmin: false, config: null });
  signIn('lucia');
  const first = Promise.withResolvers<{ unread: number }>();
  const calls = fakeServer({
    getNotifications: () => pageOf('2', '1'),
    markNotificationsRead: () => first.promise,
  });
  await refreshNotifications();
  const sent = () => calls.filter(({ name }) => name === 'markNotificationsRead').length;
  const marks = [markRead(['1']), markRead('all')];
  await vi.waitFor(() => expect(sent()).toBe(1));
  signIn('bruno');
  first.resolve({ unread: 1 });
  await Promise.all(marks);
  expect(sent()).toBe(1);
});

test('a mark that fails after an event does not add to the count that the event brought', async () => {
  vi.useFakeTimers();
  session.write({ status: 'signed-in', user: sampleProfile('lucia'), isAdmin: false, config: null });
  const mark = Promise.withResolvers<{ unread: number }>();
  let isDown = false;
  fakeServer({
    getNotifications: () => {
      if (isDown) throw new Problem('unavailable');
      return pageOf('2', '1');
    },
    markNotificationsRead: () => mark.promise,
  });
  await refreshNotifications();
  isDown = true;
  const marking = markRead('all');
  applyNotificationEvent({ unread: 3, notification: unread('3') });
  mark.reject(new Problem('unavailable', 'No hay señal.'));
  await expect(marking).rejects.toThrow('No hay señal.');
  expect(readUnread()).toBe(3);
});
