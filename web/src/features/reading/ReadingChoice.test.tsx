// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { Profile } from '../../../../contract/src/calls/shapes.ts';
import { Problem } from '../../../../contract/src/problem.ts';
import { fakeServer } from '../../api/fake-server.ts';
import { notices } from '../../ui/overlays/notices.ts';
import { session } from '../session/session-store.ts';
import type { Reading } from './choose-reading.ts';
import { ReadingChoice } from './ReadingChoice.tsx';

const before = session.read();

function show(setReadingChoice: (choice: Reading) => Promise<{ profile: Profile }>) {
  const user = { uid: 'u', publicReading: true, indexable: false } as Profile;
  session.write({ ...before, status: 'signed-in', user });
  const calls = fakeServer({ setReadingChoice });
  render(<ReadingChoice />);
  return { user, calls };
}

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const toasts = () => notices.read().toasts.map(({ message }) => message);

afterEach(() => {
  cleanup();
  for (const { id } of notices.read().toasts) notices.dismiss(id);
  session.write(before);
  vi.unstubAllGlobals();
});

test('a choice while another is on its way is not lost, and the last one wins', async () => {
  const answers: (() => void)[] = [];
  const { user, calls } = show(async (choice) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return { profile: { ...user, ...choice } };
  });
  fireEvent.click(radio('Solo quienes tienen cuenta'));
  fireEvent.click(radio('Cualquiera, también sin cuenta'));
  fireEvent.click(radio('Solo quienes tienen cuenta'));
  fireEvent.click(radio('Cualquiera, también sin cuenta'));
  expect(radio('Cualquiera, también sin cuenta').checked).toBe(true);
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers[0]?.());
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.());
  await waitFor(() => expect(toasts()).toEqual(['Guardado']));
  const choices = calls.filter(({ name }) => name === 'setReadingChoice');
  expect(choices.map(({ input }) => input)).toEqual([
    { publicReading: false, indexable: false },
    { publicReading: true, indexable: false },
  ]);
  expect(session.read().user?.publicReading).toBe(true);
});

test('a choice that fails is taken back', async () => {
  show(() => {
    throw new Problem('unavailable');
  });
  fireEvent.click(radio('Solo quienes tienen cuenta'));
  expect(radio('Solo quienes tienen cuenta').checked).toBe(true);
  await waitFor(() => expect(toasts()).toEqual(['No se pudo completar. Intentá de nuevo.']));
  expect(radio('Cualquiera, también sin cuenta').checked).toBe(true);
});
