// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

import { notices } from '../../../ui/overlays/notices.ts';
import { copyText } from './copy-text.ts';

const words = { copied: 'Email copiado.', label: 'Email' };

afterEach(() => {
  for (const { id } of notices.read().toasts) notices.dismiss(id);
  vi.unstubAllGlobals();
});

test('a copied text is confirmed', async () => {
  const texts: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void texts.push(text) } });
  await copyText('ana@ejemplo.ar', words);
  expect(texts).toEqual(['ana@ejemplo.ar']);
  expect(notices.read().toasts.map(({ message }) => message)).toEqual(['Email copiado.']);
});

test('a text that cannot be copied is shown, so that it can be copied by hand', async () => {
  // As on a site without TLS.
  vi.stubGlobal('navigator', {});
  const copying = copyText('ana@ejemplo.ar', words);
  const [question] = notices.read().questions;
  expect(question).toMatchObject({ message: 'Copiá el email', label: 'Email', value: 'ana@ejemplo.ar' });
  question?.answer(null);
  await copying;
  expect(notices.read().toasts).toEqual([]);
});
