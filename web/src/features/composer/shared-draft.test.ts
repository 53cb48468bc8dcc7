import { expect, test } from 'vitest';

import { withShared } from './shared-draft.ts';

const empty = { text: '', link: '' };
const share = (fields: Record<string, string>) => new URLSearchParams(fields);

test('shared content becomes the text and the link', () => {
  const fields = share({ title: 'Ganó Racing', text: 'Mirá esto', url: 'https://ejemplo.ar/nota' });
  expect(withShared(empty, fields)).toEqual({
    text: 'Ganó Racing\nMirá esto',
    link: 'https://ejemplo.ar/nota',
  });
});

test('an address shared as the text is the link', () => {
  expect(withShared(empty, share({ text: 'https://ejemplo.ar/nota' }))).toEqual({
    text: '',
    link: 'https://ejemplo.ar/nota',
  });
});

test('typed text stays, with the shared text below it', () => {
  const typed = { text: 'Mi borrador', link: 'https://mio.ar' };
  expect(withShared(typed, share({ text: 'Compartido', url: 'https://ejemplo.ar' }))).toEqual({
    text: 'Mi borrador\n\nCompartido\nhttps://ejemplo.ar',
    link: 'https://mio.ar',
  });
});

test('sharing the same again changes nothing', () => {
  const fields = share({ text: 'Compartido', url: 'https://ejemplo.ar' });
  const once = withShared(empty, fields);
  expect(withShared(once, share({ text: 'Compartido' }))).toEqual(once);
  expect(withShared(once, fields)).toEqual(once);
  expect(withShared(empty, share({}))).toEqual(empty);
});

test.each(['Compartido', 'Uno\n\nDos'])('shared paragraphs amid the text are not added again: %j', (text) => {
  const once = withShared({ text: 'Mi borrador', link: '' }, share({ text }));
  const draft = { ...once, text: `${once.text}\n\nY algo más` };
  expect(withShared(draft, share({ text }))).toEqual(draft);
});

test('a shared word that the draft has only within another is added', () => {
  expect(withShared({ text: 'Golazo', link: '' }, share({ text: 'Gol' })).text).toBe('Golazo\n\nGol');
  expect(withShared({ text: 'Gol de Racing', link: '' }, share({ text: 'Gol' })).text).toBe(
    'Gol de Racing\n\nGol',
  );
});

test('a shared text that is no address stays in the text', () => {
  expect(withShared(empty, share({ url: 'javascript:alert(1)' }))).toEqual({
    text: 'javascript:alert(1)',
    link: '',
  });
});
