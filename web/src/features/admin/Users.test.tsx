// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
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

test('a search that is given up leaves the filters of the list as they were', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  navigate('/admin?estado=suspendidos&orden=antiguos');
  render(
    <QueryClientProvider client={queryClient}>
      <Users />
    </QueryClientProvider>,
  );
  const box = screen.getByLabelText<HTMLInputElement>('Buscar por @usuario o email');
  for (const value of ['a', '']) fireEvent.change(box, { target: { value } });
  expect(location.search).toBe('?estado=suspendidos&orden=antiguos');
  expect(screen.getByLabelText<HTMLSelectElement>('Estado').value).toBe('suspendidos');
  fireEvent.change(box, { target: { value: 'ana' } });
  fireEvent.submit(screen.getByRole('search'));
  expect(new URLSearchParams(location.search).get('q')).toBe('ana');
  fireEvent.change(box, { target: { value: '' } });
  expect(location.search).toBe('?estado=suspendidos&orden=antiguos');
});
