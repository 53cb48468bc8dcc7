import { expect, it } from 'vitest';

import { foldName, searchQuery } from './search.ts';

it('a search query is trimmed, lower-cased and loses its @', () => {
  expect(searchQuery(' @Juan ')).toBe('juan');
  expect(searchQuery('@@ Ana@Mail.com')).toBe('ana@mail.com');
  expect(searchQuery(' @ ')).toBe('');
  expect(searchQuery('BETO  raro')).toBe('beto raro');
});

it('names are folded so that accents and capitals do not matter', () => {
  expect(foldName('Ñandú Pérez')).toBe('nandu perez');
});

it.each(["D'Ángelo", 'D’Ángelo', 'D‘Ángelo', 'Dʼángelo', 'D´Ángelo', 'D`Ángelo', 'dangelo'])(
  'the name %s is found with every apostrophe, and without',
  (name) => {
    expect(foldName(name)).toBe('dangelo');
  },
);
