// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';

import type { Output } from '../../../../contract/src/calls/all.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
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

test("'Buscar' once more with the same text asks again", async () => {
  const calls = fakeServer({
    adminFindUser: () => {
      throw new Problem('not-found');
    },
  });
  navigate('/admin?q=zoe');
  render(
    <QueryClientProvider client={queryClient}>
      <Users />
    </QueryClientProvider>,
  );
  await screen.findByText('Usuario no encontrado.');
  fireEvent.submit(screen.getByRole('search'));
  const searches = () => calls.filter(({ name }) => name === 'adminFindUser');
  await vi.waitFor(() => expect(searches()).toHaveLength(2));
});

test('a list that is sorted again keeps its table, and the focus on the button, until the answer comes', async () => {
  const oldest = Promise.withResolvers<Output<'adminListUsers'>>();
  const account = { email: 'a@tablon.example', suspended: false, exempt: null };
  const page = (name: string) => ({
    items: [{ ...sampleProfile(name, { displayName: name }), ...account }],
    cursor: null,
  });
  fakeServer({ adminListUsers: ({ sort }) => (sort === 'oldest' ? oldest.promise : page('Nueva')) });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  navigate('/admin');
  render(
    <QueryClientProvider client={queryClient}>
      <Users />
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Desde' });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  oldest.resolve(page('Antigua'));
  await screen.findByText('Antigua');
  expect(document.activeElement).toBe(button);
});
