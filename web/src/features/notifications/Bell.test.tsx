// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { Bell } from './Bell.tsx';

const code = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./NotificationDropdown.tsx', async () => {
  await code.promise;
  return { NotificationDropdown: () => <p>Las notificaciones</p> };
});
vi.mock('./watch-notifications.ts', () => ({ watchNotifications: () => undefined }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('late notifications do not open over what a person writes meanwhile; the next tap opens them', async () => {
  fakeServer({});
  render(
    <QueryClientProvider client={queryClient}>
      <Bell />
      <textarea />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button'));
  screen.getByRole('textbox').focus();
  await act(async () => {
    code.resolve();
    await import('./NotificationDropdown.tsx');
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(screen.queryByText('Las notificaciones')).toBeNull();
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('Las notificaciones')).toBeTruthy();
});
