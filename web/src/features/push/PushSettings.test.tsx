// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { Problem } from '../../../../contract/src/problem.ts';
import { defaultPushPreferences } from '../../../../contract/src/rules/push-preferences.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { pushPreferencesKey } from '../../api/query-keys.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { sampleConfig } from '../session/sample-config.ts';
import { session } from '../session/session-store.ts';
import { PushSettings } from './PushSettings.tsx';

const signedOut = session.read();
afterEach(() => {
  cleanup();
  queryClient.clear();
  session.write(signedOut);
  vi.unstubAllGlobals();
});

test('while the preferences are read, the first time and again, bars hold their place', async () => {
  const config = sampleConfig({ pushPublicKey: 'key' });
  session.write({ status: 'signed-in', user: sampleProfile('ana'), isAdmin: false, config });
  const first = Promise.withResolvers<never>();
  fakeServer({ getPushPreferences: () => first.promise });
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <PushSettings />
    </QueryClientProvider>,
  );
  const bars = () => container.querySelectorAll('span[aria-hidden]').length;
  expect(bars()).toBe(1);
  first.reject(new Problem('permission-denied'));
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  expect(bars()).toBe(0);
  fakeServer({ getPushPreferences: () => new Promise(() => undefined) });
  fireEvent.click(retry);
  expect(await vi.waitUntil(bars)).toBe(1);
});

test('hours that were not saved give way to those that are, once these are read', async () => {
  const config = sampleConfig({ pushPublicKey: 'key' });
  session.write({ status: 'signed-in', user: sampleProfile('ana'), isAdmin: false, config });
  const saved = { ...defaultPushPreferences, quiet: { from: '23:00', to: '08:00' } };
  queryClient.setQueryData(pushPreferencesKey(), { ...saved, quiet: { from: '22:00', to: '08:00' } });
  void queryClient.invalidateQueries({ queryKey: pushPreferencesKey() });
  fakeServer({ getPushPreferences: () => saved });
  render(
    <QueryClientProvider client={queryClient}>
      <PushSettings />
    </QueryClientProvider>,
  );
  const from = screen.getByLabelText<HTMLInputElement>('Desde');
  expect(from.value).toBe('22:00');
  await vi.waitUntil(() => from.value === '23:00');
  expect(screen.getByLabelText<HTMLInputElement>('Hasta').value).toBe('08:00');
});
