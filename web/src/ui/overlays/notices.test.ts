import { expect, test } from 'vitest';

import { createNotices, type Toast } from './notices.ts';

const toast = (message: string): Toast => ({ message, type: 'info', durationMs: 3000 });

test('questions wait for each other, and each gets its own answer', async () => {
  const notices = createNotices();
  const first = notices.ask({ kind: 'confirm', message: '¿Uno?', confirm: 'Aceptar', danger: false });
  const second = notices.ask({ kind: 'alert', message: 'Dos', confirm: 'Aceptar' });
  expect(notices.read().questions.map((question) => question.message)).toEqual(['¿Uno?', 'Dos']);

  notices.read().questions[0]?.answer(null);
  expect(notices.read().questions.map((question) => question.message)).toEqual(['Dos']);
  notices.read().questions[0]?.answer('');
  expect(await first).toBeNull();
  expect(await second).toBe('');
  expect(notices.read().questions).toEqual([]);
});

test('a repeated toast replaces itself, and at most three are shown', () => {
  const notices = createNotices();
  for (const message of ['a', 'b', 'a', 'c', 'd']) notices.toast(toast(message));
  expect(notices.read().toasts.map(({ message }) => message)).toEqual(['a', 'c', 'd']);
  notices.dismiss(notices.read().toasts[1]?.id ?? 0);
  expect(notices.read().toasts.map(({ message }) => message)).toEqual(['a', 'd']);
});

test('notices call a listener after every change until it unsubscribes', () => {
  const notices = createNotices();
  let changes = 0;
  const stop = notices.subscribe(() => changes++);
  notices.toast(toast('a'));
  stop();
  notices.toast(toast('b'));
  expect(changes).toBe(1);
});
