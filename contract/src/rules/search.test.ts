import { expect, it } from 'vitest';

import { foldName, searchQuery } from './search.ts';

it('takes a query as it is meant', () => {
  expect(searchQuery(' @Juan ')).toBe('juan');
  expect(searchQuery('@@ Ana@Mail.com')).toBe('ana@mail.com');
  expect(searchQuery(' @ ')).toBe('');
});

it('folds names so that accents and capitals do not matter', () => {
  expect(foldName('Ñandú Pérez')).toBe('nandu perez');
});
