// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { defaultPreferences, type Preferences } from '../../../../contract/src/calls/preferences.ts';
import { query } from '../../api/client.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { queryClient } from '../../api/query-client.ts';
import { ReadingSection } from './ReadingSection.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

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
  render(
    <QueryClientProvider client={queryClient}>
      <ReadingSection />
    </QueryClientProvider>,
  );
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
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
});
