// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Notification } from '../../../../contract/src/calls/notifications.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { notices } from '../../ui/overlays/notices.ts';
import type { ReplyBoxProps } from './NotificationReply.tsx';
import { applyNotificationEvent } from './notifications-store.ts';
import { Notifications } from './Notifications.tsx';
import { readUnread } from './unread.ts';

function notification(id: string, fields: Partial<Notification> = {}): Notification {
  return {
    id,
    type: 'like',
    actorId: `actor ${id}`,
    actorName: 'Mechi',
    actorHandle: 'mechi.orellana',
    actorAvatar: null,
    text: `Mechi le dio Me gusta a tu publicación ${id}`,
    postId: 'p',
    link: null,
    textSnippet: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    read: false,
    ...fields,
  };
}

function ReplyBox({ postId, commentId, name, onSent }: ReplyBoxProps) {
  return (
    <>
      <textarea aria-label={`${name}, ${postId}, ${commentId}`} />
      <button type="button" onClick={onSent}>
        Publicar
      </button>
    </>
  );
}

async function show(items: Notification[], answers: Parameters<typeof fakeServer>[0] = {}) {
  const unread = items.filter(({ read }) => !read).length;
  const calls = fakeServer({ getNotifications: () => ({ items, cursor: null, unread }), ...answers });
  render(
    <QueryClientProvider client={queryClient}>
      <Notifications ReplyBox={ReplyBox} />
    </QueryClientProvider>,
  );
  if (items.length > 0) await screen.findByRole('list', { name: 'Notificaciones' });
  return calls;
}

const rows = () => within(screen.getByRole('list', { name: 'Notificaciones' })).getAllByRole('listitem');
const unreadRows = () => rows().filter((row) => within(row).queryByText('Sin leer'));
const markAll = () => fireEvent.click(screen.getByRole('button', { name: 'Marcar todo como leído' }));

afterEach(() => {
  cleanup();
  queryClient.clear();
  for (const { id } of notices.read().toasts) notices.dismiss(id);
  vi.unstubAllGlobals();
});

test('the list shows what is unread, and where each notification leads', async () => {
  await show([notification('2'), notification('1', { read: true, postId: null })]);
  expect(rows()).toHaveLength(2);
  expect(unreadRows()).toEqual([rows()[0]]);
  const hrefs = rows().map((row) => within(row).getByRole('link').getAttribute('href'));
  expect(hrefs).toEqual(['/p/p', '/perfil/actor 1']);
});

test('without notifications the list says so', async () => {
  await show([]);
  expect(await screen.findByText('No hay notificaciones.')).toBeTruthy();
});

test('marking all as read shows at once', async () => {
  const answer = Promise.withResolvers<{ unread: number }>();
  const calls = await show([notification('2'), notification('1')], {
    markNotificationsRead: () => answer.promise,
  });
  markAll();
  await waitFor(() => expect(unreadRows()).toEqual([]));
  expect(readUnread()).toBe(0);
  await act(async () => answer.resolve({ unread: 0 }));
  expect(calls.at(-1)).toMatchObject({ name: 'markNotificationsRead', input: {} });
});

test('what a failed mark leaves unread on a page that was on its way is unread', async () => {
  const mark = Promise.withResolvers<{ unread: number }>();
  const second = Promise.withResolvers<void>();
  const calls = await show([notification('2')], {
    getNotifications: async ({ cursor }) => {
      if (cursor === undefined) return { items: [notification('2')], cursor: 'c', unread: 2 };
      await second.promise;
      return { items: [notification('1', { postId: 'q' })], cursor: null, unread: 2 };
    },
    markNotificationsRead: () => mark.promise,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Cargar más' }));
  await waitFor(() =>
    expect(calls.at(-1)).toMatchObject({ name: 'getNotifications', input: { cursor: 'c' } }),
  );
  markAll();
  await waitFor(() => expect(unreadRows()).toEqual([]));
  await act(async () => mark.reject(new Problem('unavailable')));
  second.resolve();
  await waitFor(() => expect(unreadRows()).toHaveLength(2));
});

test('a live event stays on top when a page that was on its way arrives', async () => {
  const second = Promise.withResolvers<void>();
  await show([], {
    getNotifications: async ({ cursor }) => {
      if (cursor === undefined) return { items: [notification('2')], cursor: 'c', unread: 1 };
      await second.promise;
      return { items: [notification('1', { postId: 'q' })], cursor: null, unread: 1 };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Cargar más' }));
  act(() => applyNotificationEvent({ unread: 2, notification: notification('3', { postId: 'r' }) }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  second.resolve();
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(within(rows()[0]!).getByText(/publicación 3/)).toBeTruthy();
});

test('when marking fails they are unread again, and a toast says so', async () => {
  await show([notification('2'), notification('1', { read: true })], {
    markNotificationsRead: () => {
      throw new Problem('unavailable');
    },
  });
  markAll();
  await waitFor(() =>
    expect(notices.read().toasts.map(({ message }) => message)).toEqual([
      'No se pudo completar. Intentá de nuevo.',
    ]),
  );
  await waitFor(() => expect(unreadRows()).toEqual([rows()[0]]));
  expect(readUnread()).toBe(1);
});

test('choosing a notification marks it, and no other', async () => {
  const calls = await show([notification('2'), notification('1')], {
    markNotificationsRead: () => ({ unread: 1 }),
  });
  fireEvent.click(within(rows()[1]!).getByRole('link'));
  await waitFor(() => expect(unreadRows()).toEqual([rows()[0]]));
  expect(calls.at(-1)).toMatchObject({ name: 'markNotificationsRead', input: { ids: ['1'] } });
});

test('the middle button, which opens a tab, marks it too; the right one does not', async () => {
  const calls = await show([notification('2'), notification('1')], {
    markNotificationsRead: () => ({ unread: 1 }),
  });
  const press = (row: HTMLElement, button: number) =>
    fireEvent(within(row).getByRole('link'), new MouseEvent('auxclick', { button, bubbles: true }));
  press(rows()[0]!, 2);
  press(rows()[1]!, 1);
  await waitFor(() => expect(unreadRows()).toEqual([rows()[0]]));
  const marked = calls.filter(({ name }) => name === 'markNotificationsRead');
  expect(marked).toMatchObject([{ input: { ids: ['1'] } }]);
});

test('a live event goes on top, in place of the one it repeats', async () => {
  await show([notification('2', { postId: 'q' }), notification('1', { actorId: 'mechi', read: true })]);
  const repeat = notification('3', { actorId: 'mechi' });
  act(() => applyNotificationEvent({ unread: 2, notification: repeat }));
  await waitFor(() => expect(within(rows()[0]!).getByText(/publicación 3/)).toBeTruthy());
  expect(rows()).toHaveLength(2);
  expect(readUnread()).toBe(2);
});

test('a reply that is being typed stays when the same person comments again, and answers the same comment', async () => {
  const comment = { type: 'comment', actorId: 'mechi', commentId: 'c1', read: true } as const;
  await show([notification('2', { postId: 'q' }), notification('1', comment)]);
  fireEvent.click(screen.getByRole('button', { name: 'Responder a Mechi' }));
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Mechi, p, c1' });
  fireEvent.change(box, { target: { value: 'Totalmente' } });
  box.focus();
  const again = notification('3', { ...comment, commentId: 'c2', actorName: 'Mechi O.' });
  act(() => applyNotificationEvent({ unread: 2, notification: again }));
  await waitFor(() => expect(within(rows()[0]!).getByText(/publicación 3/)).toBeTruthy());
  expect(within(rows()[0]!).getByRole('textbox', { name: 'Mechi, p, c1' })).toBe(box);
  expect([box.value, document.activeElement]).toEqual(['Totalmente', box]);
});

test('a reply shows as published until the same person comments again', async () => {
  const comment = { type: 'comment', actorId: 'mechi', commentId: 'c1', read: true } as const;
  await show([notification('1', comment)]);
  fireEvent.click(screen.getByRole('button', { name: 'Responder a Mechi' }));
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(screen.getByText('Respuesta publicada.')).toBeTruthy();
  const again = notification('2', { ...comment, commentId: 'c2' });
  act(() => applyNotificationEvent({ unread: 1, notification: again }));
  await waitFor(() => expect(screen.queryByText('Respuesta publicada.')).toBeNull());
});

test('choosing a group marks all of it', async () => {
  const others = [{ uid: 'beto', displayName: 'Beto', avatar: null }];
  const calls = await show([notification('3', { count: 3, others }), notification('2', { postId: 'q' })], {
    markNotificationsRead: () => ({ unread: 1 }),
  });
  act(() => applyNotificationEvent({ unread: 4 }));
  fireEvent.click(within(rows()[0]!).getByRole('link'));
  await waitFor(() => expect(unreadRows()).toEqual([rows()[1]]));
  expect(calls.at(-1)).toMatchObject({
    name: 'markNotificationsRead',
    input: { ids: ['3'], grouped: true },
  });
  expect(readUnread()).toBe(1);
});
