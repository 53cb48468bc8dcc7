// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { toast } from './dialogs.ts';
import { notices } from './notices.ts';
import { NoticesHost } from './NoticesHost.tsx';

afterEach(() => {
  cleanup();
  for (const { id } of notices.read().toasts) notices.dismiss(id);
});

test('a toast appears in a live region that was there before it, an error also as an alert', () => {
  render(<NoticesHost />);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  act(() => void toast('Enlace copiado.'));
  act(() => void toast('Sin conexión.', { type: 'error' }));
  expect(screen.getAllByRole('status')).toEqual([region]);
  expect([...region.children].map(({ textContent }) => textContent)).toEqual([
    'Enlace copiado.',
    'Sin conexión.',
  ]);
  expect(screen.getByRole('alert').textContent).toBe('Sin conexión.');
});
