// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';

import { queryClient } from '../../api/query-client.ts';
import { Users } from './Users.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test("the search box follows the address, as 'Administración' opens it without a query", () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  navigate('/admin?q=ana');
  render(
    <QueryClientProvider client={queryClient}>
      <Users />
    </QueryClientProvider>,
  );
  const box = screen.getByLabelText<HTMLInputElement>('Buscar por @usuario o email');
  expect(box.value).toBe('ana');
  act(() => navigate('/admin'));
  expect(box.value).toBe('');
});
