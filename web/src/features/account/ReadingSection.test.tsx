// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { defaultPreferences, type Preferences } from '../../../../contract/src/calls/preferences.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { query } from '../../api/client.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { sampleProfile } from '../../api/sample-profile.ts';
import { session } from '../session/session-store.ts';
import { ReadingSection } from './ReadingSection.tsx';

const signedOut = session.read();
afterEach(() => {
  cleanup();
  session.write(signedOut);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <ReadingSection />
    </QueryClientProvider>,
  );

test('the answer to one choice does not take back another that is on its way', async () => {
  const answers: (() => void)[] = [];
  let stored = defaultPreferences;
  fakeServer({
    getPreferences: () => ({ preferences: stored }),
    setPreferences: async (changes: Partial<Preferences>) => {
      const preferences = (stored = { ...stored, ...changes });
      await new Promise<void>((resolve) => answers.push(resolve));
      return { preferences };
    },
  });
  show();
  await waitFor(() => expect(box('Atajos de teclado').checked).toBe(true));
  fireEvent.click(box('Mostrar siempre lo que tiene advertencia'));
  fireEvent.click(box('Atajos de teclado'));
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => {
    answers[0]?.();
    // It takes more turns than the answer that it follows.
    await query('getPreferences', {});
  });
  expect(box('Mostrar siempre lo que tiene advertencia').checked).toBe(true);
  expect(box('Atajos de teclado').checked).toBe(false);
  await act(async () => answers[1]?.());
});

test('a choice that fails does not take back another that is on its way', async () => {
  const arrives = Promise.withResolvers<void>();
  let stored = defaultPreferences;
  const calls = fakeServer({
    getPreferences: () => ({ preferences: stored }),
    setPreferences: async (changes: Partial<Preferences>) => {
      if (changes.showCovered) throw new Problem('unavailable');
      await arrives.promise;
      return { preferences: (stored = { ...stored, ...changes }) };
    },
  });
  show();
  await waitFor(() => expect(box('Atajos de teclado').checked).toBe(true));
  fireEvent.click(box('Atajos de teclado'));
  fireEvent.click(box('Mostrar siempre lo que tiene advertencia'));
  await act(async () => query('getPreferences', {}));
  expect(box('Atajos de teclado').checked).toBe(false);
  await act(async () => arrives.resolve());
  await waitFor(() => expect(box('Mostrar siempre lo que tiene advertencia').checked).toBe(false));
  expect(box('Atajos de teclado').checked).toBe(false);
  expect(calls.at(-1)?.name).toBe('getPreferences');
});

test('on a network that answers nothing, a choice that fails is taken back and a saved one stays', async () => {
  session.write({ ...signedOut, status: 'signed-in', user: sampleProfile('lucia') });
  const end = Promise.withResolvers<void>();
  let isDown = false;
  fakeServer({
    getPreferences: () => {
      if (isDown) throw new Problem('unavailable');
      return { preferences: defaultPreferences };
    },
    setPreferences: async (changes: Partial<Preferences>) => {
      if (changes.showCovered) {
        await end.promise;
        throw new Problem('unavailable');
      }
      return { preferences: { ...defaultPreferences, ...changes } };
    },
  });
  show();
  await waitFor(() => expect(box('Atajos de teclado').checked).toBe(true));
  isDown = true;
  fireEvent.click(box('Atajos de teclado'));
  fireEvent.click(box('Mostrar siempre lo que tiene advertencia'));
  await waitFor(() => expect(box('Mostrar siempre lo que tiene advertencia').checked).toBe(true));
  await act(async () => end.resolve());
  await waitFor(() => expect(box('Mostrar siempre lo que tiene advertencia').checked).toBe(false));
  expect(box('Atajos de teclado').checked).toBe(false);
});
